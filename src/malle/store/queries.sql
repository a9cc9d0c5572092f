-- The queries of the tables' databases. A table is one row of malle.tab; its log is in malle.entry, one row a move.

-- name: move(tab, expected, key, hash, mover, lines, seconds, waits, robots, over, held)^
-- One move: the table's seq advanced from the expected one, the entry inserted, its key looked for before.
-- Status 0 taken, 1 stale or not visible yet (look again), 2 repeated, 3 the key was used for something else.
-- seconds: null the deadline stays, 0 none, else from now. held: null those who are awaited were asked before, else the
-- seconds until what lies there now is shown. sure: what was found is on the standby too before it is said to be there,
-- since this transaction writes a word of its own, for whose commit PostgreSQL waits as for any other.
with prior as materialized (
  select e.seq, e.hash = :hash::bytea as same from malle.entry e where e.tab = :tab::bigint and e.key = :key::uuid
), sure as materialized (
  select pg_logical_emit_message(true, 'malle', '') from prior where prior.same
), adv as (
  update malle.tab t
     set seq = t.seq + 1, waits = :waits::int, robots = :robots::int, over = :over::bool, aside = null,
         deadline = case when :seconds::float8 is null then t.deadline
                         when :seconds::float8 > 0 then malle.now() + :seconds::float8 * interval '1 s' end,
         since = case when :held::float8 is null then t.since else malle.now() + :held::float8 * interval '1 s' end
   where t.id = :tab::bigint and t.seq = :expected::int and not exists (select from prior)
  returning t.seq
), ins as (
  insert into malle.entry (tab, seq, mover, lines, key, hash)
  select :tab::bigint, adv.seq, :mover::int2, :lines::text, :key::uuid, :hash::bytea from adv
)
select case when adv.seq is not null then 0 when prior.same then 2 when not prior.same then 3 else 1 end as status,
       coalesce(adv.seq, prior.seq) as seq
  from (select) one left join adv on true left join prior on true left join sure on true;

-- name: moves(tabs, expecteds, keys, hashes, movers, lines, seconds, waits, robots, overs, helds)
-- Several moves of different tables at once: arrays, one element a move, in the order of the tables' ids, so that two
-- such statements never wait for each other. A move that is missing in the answer was not taken: look again why.
with adv as (
  update malle.tab t
     set seq = t.seq + 1, waits = w.waits, robots = w.robots, over = w.over, aside = null,
         deadline = case when w.seconds is null then t.deadline
                         when w.seconds > 0 then malle.now() + w.seconds * interval '1 s' end,
         since = case when w.held is null then t.since else malle.now() + w.held * interval '1 s' end
    from unnest(:tabs::bigint[], :expecteds::int[], :keys::uuid[], :hashes::bytea[], :movers::int2[], :lines::text[],
                :seconds::float8[], :waits::int[], :robots::int[], :overs::bool[],
                :helds::float8[])
         with ordinality w(tab, seq, key, hash, mover, lines, seconds, waits, robots, over, held, i)
   where t.id = w.tab and t.seq = w.seq
     and not exists (select from malle.entry e where e.tab = w.tab and e.key = w.key)
  returning w.i, t.seq, w.tab, w.mover, w.lines, w.key, w.hash
), ins as (
  insert into malle.entry (tab, seq, mover, lines, key, hash)
  select v.tab, v.seq, v.mover, v.lines, v.key, v.hash from adv v
)
select i::int, 0 as status, seq from adv;

-- name: look(tab, key, hash)^
-- The second look, with a fresh snapshot: was this key written meanwhile, and where is the table? sure: as above.
with found as materialized (
  select case when e.hash = :hash::bytea then 2 when e.hash is not null then 3 else 1 end as status,
         coalesce(e.seq, t.seq) as seq
    from malle.tab t left join malle.entry e on e.tab = t.id and e.key = :key::uuid where t.id = :tab::bigint
), sure as materialized (
  select pg_logical_emit_message(true, 'malle', '') from found where status = 2
)
select status, seq from found left join sure on true;

-- name: sure()$
-- Is a commit confirmed, by the standby too if it waits for one? It writes nothing that is read.
select pg_logical_emit_message(true, 'malle', '')::text;

-- name: add_table(tab, setup, seed, slow)!
with opened as (insert into malle.tab (id, setup, seed) values (:tab::bigint, :setup, :seed))
insert into malle.slow (tab) select :tab::bigint where :slow::bool;

-- name: put_seat(tab, seat, token, person)!
insert into malle.seat (tab, seat, token, person) values (:tab, :seat, :token, :person)
    on conflict (tab, seat) do update set token = excluded.token, person = excluded.person;

-- name: leave_seats(tab)
delete from malle.seat where tab = :tab returning seat, token, person;

-- name: take_over(tab, token, person)!
-- A seat that had a token of its own is a person's from now on.
update malle.seat set token = null, person = :person where tab = :tab and token = :token;

-- name: seats(tab)
select seat, token, person from malle.seat where tab = :tab order by seat;

-- name: ask_for_seat(tab, id, person, seat, asked, seconds)$
-- Somebody asks for a robot's seat, if nobody does: whose asking is open then.
with mine as (
  insert into malle.asking as a (tab, id, person, seat, asked, until)
  values (:tab, :id, :person, :seat, :asked, malle.now() + :seconds::float8 * interval '1 s')
      on conflict (tab) do update set id = excluded.id, person = excluded.person, seat = excluded.seat,
         asked = excluded.asked, yes = 0, no = false, until = excluded.until
       where a.until <= malle.now()
  returning id
)
select id from mine union all select id from malle.asking where tab = :tab and not exists (select from mine);

-- name: answer_asking(tab, id, yes, no)^
-- What the people at a table have said so far.
update malle.asking set yes = yes | :yes, no = no or :no
 where tab = :tab and id = :id and not no and until > malle.now()
returning person, seat, asked, yes, no;

-- name: ask_also(tab, id, seats)!
-- These people are there, too.
update malle.asking set asked = asked | :seats where tab = :tab and id = :id;

-- name: end_asking(tab, id, seats, rest)$
-- Everybody who was or is there agreed in time, and it has stood long enough for all of them to be counted.
delete from malle.asking
 where tab = :tab and id = :id and not no and (asked | :seats) & ~yes = 0
   and until > malle.now() and until <= malle.now() + :rest::float8 * interval '1 s'
returning true;

-- name: askings(tabs)
select tab, id, person, seat, asked, yes, extract(epoch from until - malle.now())::float8 as seconds
  from malle.asking where tab = any(:tabs::bigint[]) and not no and until > malle.now();

-- name: code_of(tab)$
select code from malle.door where tab = :tab and until > malle.now();

-- name: table_of(code)$
select tab from malle.door where code = :code and until > malle.now();

-- name: open_door(tab, code, seconds)!
-- Fails where another table has the code.
insert into malle.door (tab, code, until)
values (:tab, :code, malle.now() + :seconds::float8 * interval '1 s') on conflict (tab) do nothing;

-- name: list_door(tab, listed)!
update malle.door set listed = :listed, since = malle.now() where tab = :tab and listed <> :listed;

-- name: is_listed(tab)$
select listed from malle.door where tab = :tab and until > malle.now();

-- name: listed(most)
-- The tables that wait for strangers, the latest first. One that has begun waits for a seat, is over, or is paused.
select d.tab, extract(epoch from malle.now() - d.since)::float8 as seconds, d.since
  from malle.door d join malle.tab t on t.id = d.tab
 where d.listed and d.until > malle.now() and t.waits = 0 and not t.over and t.hidden is null
   and not exists (select from malle.entry e where e.tab = t.id and e.mover = -2 and e.lines = 'pause')
 order by d.since desc limit :most;

-- name: close_door(tab)!
delete from malle.door where tab = :tab;

-- name: close_doors()!
delete from malle.door where until <= malle.now();

-- name: wish(tab, what, seq, yes, no, seconds)$
-- What the people at a table want together: those who do, as bits. One of an earlier question begins anew.
insert into malle.wish as w (tab, what, seq, yes, until)
values (:tab, :what, :seq, :yes, malle.now() + :seconds::float8 * interval '1 s')
    on conflict (tab, what) do update set seq = excluded.seq, until = excluded.until,
       nudged = case when w.seq = excluded.seq then w.nudged end,
       yes = (case when w.seq = excluded.seq and w.until > malle.now() then w.yes else 0 end | :yes) & ~:no::int
returning yes;

-- name: nudge(tab, what, seq, seconds, sign, shown)$
-- Gives a sign to somebody who is waited for, unless they had one a moment ago, and keeps its name if it has one.
with given as (
  insert into malle.wish as w (tab, what, seq, until, nudged)
  values (:tab::bigint, :what, :seq, malle.now(), malle.now())
      on conflict (tab, what) do update set nudged = excluded.nudged, seq = excluded.seq,
         yes = case when w.seq = excluded.seq then w.yes else 0 end
   where w.seq <> excluded.seq or w.nudged is null or w.nudged <= malle.now() - :seconds::float8 * interval '1 s'
  returning true
), kept as (
  insert into malle.wish (tab, what, seq, until)
  select :tab::bigint, :sign::text, :shown, malle.now() from given where :sign <> ''
)
select true from given;

-- name: signed(tab, sign)$
-- What was shown when this sign was given.
select seq from malle.wish where tab = :tab and what = :sign;

-- name: wishes(tabs)
select tab, what, seq, case when until > malle.now() then yes else 0 end as yes,
       extract(epoch from malle.now() - nudged)::float8 as ago, extract(epoch from nudged)::float8 as nudged
  from malle.wish where tab = any(:tabs::bigint[]) and what !~ '^sign';

-- name: report(tab, seat, person, by, most)!
-- So many of one thing tell the host enough, and nobody can fill the database by it.
insert into malle.report (tab, seat, person, by)
select :tab::bigint, :seat::int2, :person::uuid, :by::uuid
 where (select count(*) from malle.report where tab = :tab::bigint and seat = :seat::int2 and closed is null) < :most::int
    on conflict (tab, seat, by) do update set closed = null, at = malle.now(), person = excluded.person
 where report.closed is not null;

-- name: reports()
-- What was reported and not looked at yet; of several who had a seat, whoever was reported last.
select tab, seat, (array_agg(person order by at desc))[1] as person, count(*) as count, min(at) as at
  from malle.report where closed is null group by tab, seat;

-- name: close_reports(tab, seat, hide)!
update malle.report set closed = malle.now(), hidden = hidden or :hide where tab = :tab and seat = :seat;

-- name: hide_table(tab)$
-- Nobody is led to it any more: its log stays, and neither clocks nor robots are asked for.
with shut as (delete from malle.door where tab = :tab)
update malle.tab set hidden = coalesce(hidden, malle.now()) where id = :tab returning true;

-- name: taken_away(tabs)
select id, -1 as seat, extract(epoch from hidden)::float8 as at
  from malle.tab where id = any(:tabs::bigint[]) and hidden is not null
union all
select tab, seat, extract(epoch from max(closed))::float8
  from malle.report where tab = any(:tabs::bigint[]) and seat >= 0 and hidden group by tab, seat;

-- name: table(tab)^
-- A table, its latest snapshot if there is one, the seconds left to its deadline, and those since the snapshot's entry.
select t.setup, t.seed, t.seq, s.body, t.aside is not null as aside,
       extract(epoch from t.deadline - malle.now())::float8 as seconds,
       extract(epoch from malle.now() - e.at)::float8 as age
  from malle.tab t left join malle.snapshot s on s.tab = t.id left join malle.entry e on e.tab = t.id and e.seq = s.seq
 where t.id = :tab and t.hidden is null;

-- name: entries(tab, seq)
-- The log after `seq`, and how many seconds ago each entry was made.
select seq, mover, lines, extract(epoch from malle.now() - at)::float8 as age
  from malle.entry where tab = :tab and seq > :seq order by seq;

-- name: news(tabs, seqs)
-- What was written to several tables since: entries in order, with the seconds left to the table's deadline.
select w.tab, e.seq, e.mover, e.lines, extract(epoch from t.deadline - malle.now())::float8 as seconds
  from unnest(:tabs::bigint[], :seqs::int[]) w(tab, seq)
  join malle.tab t on t.id = w.tab
  join lateral (select * from malle.entry e where e.tab = w.tab and e.seq > w.seq order by e.seq limit 200) e on true
 order by w.tab, e.seq;

-- name: behind(tabs, seqs)
-- Which of these tables have moved on?
select t.id from unnest(:tabs::bigint[], :seqs::int[]) w(tab, seq) join malle.tab t on t.id = w.tab where t.seq > w.seq;

-- name: put_snapshot(tab, seq, body)!
insert into malle.snapshot (tab, seq, body) values (:tab, :seq, :body)
    on conflict (tab) do update set seq = excluded.seq, body = excluded.body where malle.snapshot.seq < excluded.seq;

-- name: claim_due(most)
-- Tables whose deadline has passed, each for one process: whoever claims one has five seconds to act on it.
update malle.tab set deadline = malle.now() + interval '5 s'
 where id in (select id from malle.tab where deadline <= malle.now() and hidden is null
               order by deadline limit :most for update skip locked)
returning id, seq;

-- name: put_aside(tab, why, seconds)!
-- A table that nobody here can go on with: its clock is tried again later. One that has time left keeps it, for another
-- process may have the table's rules.
update malle.tab set aside = malle.now(), why = :why,
       deadline = case when deadline < malle.now() + interval '10 s' then malle.now() + :seconds::float8 * interval '1 s'
                       else deadline end
 where id = :tab;

-- name: take_back(tab)!
update malle.tab set aside = null where id = :tab and aside is not null;

-- name: asides()
select id, aside, why from malle.tab where aside is not null and hidden is null;

-- name: robots_awaited(most)
-- Where somebody plays with them: robots alone go on while somebody looks, which only the processes know.
select id, seq, waits & robots as seats from malle.tab
 where exists (select from malle.seat s where s.tab = id) and robots <> 0 and not over and waits & robots <> 0 and hidden is null
   and (aside is null or aside < malle.now() - interval '1 minute') limit :most;

-- name: games_of(person, most, stale, filling)
-- The tables where somebody sits, or sat last, the latest first. Of those that have not begun, and those where a robot
-- has their seat, the latest few, and none that has not begun and has no clock if it was left so for long. One that has
-- begun waits for a seat, is over, or is paused.
with mine as (
  select s.tab, s.seat, t.since,
         t.over or t.waits <> 0
         or exists (select from malle.entry e where e.tab = t.id and e.mover = -2 and e.lines = 'pause') as begun,
         t.robots >> s.seat & 1 = 1 as lent
    from malle.seat s join malle.tab t on t.id = s.tab where s.person = :person and t.hidden is null
), roomed as (
  select m.tab from mine m join malle.tab t on t.id = m.tab
   where m.lent and m.begun
      or not m.begun and (m.since >= malle.now() - :stale::float8 * interval '1 s'
                          or coalesce((t.setup::json ->> 'pace')::int, 0) > 0)
   order by t.over, m.since desc, m.tab limit :filling
)
select t.id, s.seat, t.setup, t.waits, t.robots, t.over, extract(epoch from malle.now() - t.since)::float8 as age,
       extract(epoch from t.deadline - malle.now())::float8 as seconds,
       array(select o.seat from malle.seat o where o.tab = t.id order by o.seat) as seats,
       array(select o.person from malle.seat o where o.tab = t.id order by o.seat) as people,
       extract(epoch from a.until - malle.now())::float8 as until, extract(epoch from a.ends - malle.now())::float8 as ends,
       coalesce(r.spent, 0)::float8 as spent
  from mine s join malle.tab t on t.id = s.tab
  left join malle.reserve r on r.tab = t.id and r.seat = s.seat
  left join lateral (select w.until, w.ends from malle.awaited w join malle.slow l on l.tab = w.tab and l.seq = t.seq
                      where w.tab = t.id order by w.seat = s.seat desc, w.until desc limit 1) a on true
 where s.begun and not s.lent or s.tab in (select tab from roomed) order by t.over, t.since desc, t.id limit :most;

-- name: hand_over(person, other)
-- The seats of somebody are another's from now on, where that one has none.
update malle.seat s set person = :other, token = null where s.person = :person
   and not exists (select from malle.seat o where o.tab = s.tab and o.person = :other) returning s.tab;

-- name: reported_by(person)
select tab, seat, at from malle.report where by = :person order by at;

-- name: moves_of(tab, seat)
select lines from malle.entry where tab = :tab and mover = :seat order by seq;

-- name: tables_of(person)
select tab from malle.seat where person = :person;

-- name: hand_over_reports(person, other)!
update malle.report set person = :other where person = :person;

-- name: forget_seats(person)
-- Whoever sat there is somebody of whom nothing is known, another one at each table.
update malle.seat set person = gen_random_uuid(), token = null where person = :person returning tab;

-- name: follow_seats(person)!
-- Whoever is awaited at a slow table is who has the seat now.
update malle.awaited a set person = s.person from malle.seat s
 where a.person = :person and s.tab = a.tab and s.seat = a.seat;

-- name: forget_askings(person)!
delete from malle.asking where person = :person;

-- name: forget_ready(person)!
delete from malle.wish where what = 'ready ' || :person::uuid;

-- name: forget_reports(person)!
update malle.report set person = null where person = :person;

-- name: forget_reporter(person)!
update malle.report set by = gen_random_uuid() where by = :person;

-- name: age(tab)$
select extract(epoch from malle.now() - since)::float8 from malle.tab where id = :tab;

-- name: is_read_only()$
-- Fails where there are no tables yet.
select current_setting('transaction_read_only')::bool from (select count(*) from malle.tab where id = 0) one;

-- name: count_tables()^
-- Those that are not over, and those that are, as far as it is shown: a keeper may sit at one.
select count(*) filter (where not over or since > malle.now()) as open,
       count(*) filter (where over and since <= malle.now()) as over from malle.tab;
