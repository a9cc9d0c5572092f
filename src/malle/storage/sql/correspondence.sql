-- Queries of the table databases for correspondence tables: who is awaited, since when and until when.

-- name: unsettled(most)
-- Correspondence tables that have moved on since their turns were last settled. The order is random so that
-- processes rarely settle the same table; if they do, both write the same.
select s.tab from malle.slow s join malle.tab t on t.id = s.tab where t.seq > s.seq and t.hidden is null
 order by random() limit :most;

-- name: awaited_at(tab)
-- The turns that were last settled, and when each was answered since; null if it was not.
select a.seat, a.since, a.until, a.person,
       (select min(e.at) from malle.entry e where e.tab = a.tab and e.seq > a.since and e.mover = a.seat) as answered,
       (select min(e.seq) from malle.entry e where e.tab = a.tab and e.seq > a.since and e.mover = a.seat) as seq
  from malle.awaited a where a.tab = :tab;

-- name: asked_at(tab, since, window)$
-- When a person was asked. This is the time of the entry at that seq, or when it was shown, at most the shortest
-- answer time later. A pause that ended after it counts as asking again.
select max(case when e.seq = :since and t.since <= e.at + :window::float8 * interval '1 s' then greatest(e.at, t.since) else e.at end)
  from malle.entry e join malle.tab t on t.id = e.tab
 where e.tab = :tab and (e.seq = :since or (e.seq > :since and e.mover = -2 and e.lines = 'resume'));

-- name: spend(tab, seat, seconds, seq)!
-- Add used seconds to a time bank, once for each decision.
insert into malle.reserve as r (tab, seat, spent, seq) values (:tab, :seat, :seconds, :seq)
    on conflict (tab, seat) do update set spent = r.spent + excluded.spent, seq = excluded.seq where r.seq < excluded.seq;

-- name: spent(tab)
select seat, spent from malle.reserve where tab = :tab;

-- name: forget_awaited(tab, seats, sinces)!
-- Delete all turns but these.
delete from malle.awaited a where a.tab = :tab and not exists (
  select from unnest(:seats::int2[], :sinces::int[]) w(seat, since) where w.seat = a.seat and w.since = a.since);

-- name: await_seat(tab, seat, since, person, asked, until, ends, fifth, hour, next)!
-- Store a turn, for the present owner of the seat, which may have changed hands since it was looked up. If the turn
-- is the same, nothing changes. After a pause it begins again, with its full time.
insert into malle.awaited as a (tab, seat, since, person, asked, until, ends, fifth, hour, next)
values (:tab, :seat, :since, coalesce((select person from malle.seat where tab = :tab and seat = :seat), :person), :asked, :until, :ends, :fifth, :hour, :next)
    on conflict (tab, seat) do update set since = excluded.since, person = excluded.person, asked = excluded.asked,
       until = excluded.until, ends = excluded.ends, fifth = excluded.fifth, hour = excluded.hour,
       told = '', next = excluded.next, seen = null
 where (a.since, a.asked, a.person) is distinct from (excluded.since, excluded.asked, excluded.person);

-- name: may_settle(tab, seq)$
-- Lock the table's row, if no other process has settled a later seq. Until this transaction ends, no other process
-- settles it.
select true from malle.slow where tab = :tab and seq <= :seq for update;

-- name: settle(tab, seq)$
-- Mark the turns as settled up to this seq. The table's deadline becomes the latest of its turns.
with done as (update malle.slow set seq = :seq where tab = :tab returning tab)
update malle.tab t
   set deadline = case when t.deadline is not null then
         coalesce((select max(ends) from malle.awaited where tab = :tab), t.deadline) end
  from done where t.id = done.tab and t.seq = :seq
returning extract(epoch from t.deadline - malle.now())::float8;

-- name: left_at(tab, seq)$
-- Only if the turns are settled at exactly this seq.
select extract(epoch from max(a.ends) - malle.now())::float8
  from malle.slow s join malle.awaited a on a.tab = s.tab where s.tab = :tab and s.seq = :seq;

-- name: end_slow(tab)!
delete from malle.slow where tab = :tab;

-- name: seen(tabs, seats)!
-- These people have the table open.
update malle.awaited a set seen = malle.now()
  from unnest(:tabs::bigint[], :seats::int2[]) w(tab, seat) where a.tab = w.tab and a.seat = w.seat;

-- name: reserves(tabs)
-- The largest number of seconds that a turn of each table has in its time bank after the decision time.
select tab, max(extract(epoch from ends - until))::float8 as seconds from malle.awaited
 where tab = any(:tabs::bigint[]) group by tab;

-- name: due_turns(seconds, most)
-- Turns whose player is to be notified, each for one process at a time. Players who had the table open in the last
-- `seconds` are left out.
select a.tab, a.seat, a.since, a.person, a.asked, a.until, a.ends, a.fifth, a.hour, a.told, t.setup, malle.now() as now
  from malle.awaited a join malle.tab t on t.id = a.tab join malle.slow s on s.tab = a.tab
 where a.next <= malle.now() and (a.seen is null or a.seen < malle.now() - :seconds::float8 * interval '1 s')
   and s.seq = t.seq and not t.over and t.hidden is null
 order by a.next limit :most for update of a skip locked;

-- name: told(tab, seat, since, told, next)!
update malle.awaited set told = :told, next = :next where tab = :tab and seat = :seat and since = :since;

-- name: is_awaited(tab, seat, since)$
select true from malle.awaited where tab = :tab and seat = :seat and since = :since;

-- name: awaits(person)
-- Turns of a person, nearest deadline first. Only those that are shown: otherwise they would reveal that the last
-- simultaneous answer came.
select a.tab, a.seat, a.since, a.asked, a.until, a.ends, t.setup
  from malle.awaited a join malle.tab t on t.id = a.tab
 where a.person = :person and not t.over and t.hidden is null and t.since <= malle.now() order by a.until, a.tab;

-- name: people_at(tab)
select seat, person from malle.seat where tab = :tab order by seat;
