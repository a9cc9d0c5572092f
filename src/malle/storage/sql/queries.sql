-- Queries of the table databases. A table is one row of malle.tab; its log is in malle.entry, one row for each
-- move.

-- name: move(tab, expected, key, hash, mover, lines, seconds, waits, robots, over, held)^
-- Write one move: advance the table's seq from the expected one and insert the entry, unless its key was used
-- before.
-- Status: 0 taken, 1 stale or not visible yet (look again), 2 repeated, 3 the key was used for another request.
-- seconds: null keeps the deadline, 0 removes it, otherwise it is that many seconds from now. held: null if all
-- awaited seats were asked before, otherwise the seconds until the new state is shown.
-- The CTE `sure` confirms a repeated entry on the standby too before it is reported. It writes a WAL message in
-- this transaction, and PostgreSQL waits for its commit as for any other.
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
-- Write several moves of different tables: arrays with one element for each move, in the order of the table ids, so
-- that two such statements never deadlock. A move that is missing in the answer was not taken: look up why.
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
-- Look again with a fresh snapshot: was this key written meanwhile, and where is the table? `sure` works as in
-- `move`.
with found as materialized (
  select case when e.hash = :hash::bytea then 2 when e.hash is not null then 3 else 1 end as status,
         coalesce(e.seq, t.seq) as seq
    from malle.tab t left join malle.entry e on e.tab = t.id and e.key = :key::uuid where t.id = :tab::bigint
), sure as materialized (
  select pg_logical_emit_message(true, 'malle', '') from found where status = 2
)
select status, seq from found left join sure on true;

-- name: sure()$
-- Confirm that a commit succeeds, on the standby too if PostgreSQL waits for one. It writes nothing that is read.
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
-- Give a seat that had a token of its own to a person.
update malle.seat set token = null, person = :person where tab = :tab and token = :token;

-- name: seats(tab)
select seat, token, person from malle.seat where tab = :tab order by seat;

-- name: ask_for_seat(tab, id, person, seat, asked, seconds)$
-- Open a request for a robot's seat unless another one is open. Returns the id of the open request.
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
-- Record answers to a seat request. Returns all answers so far, or no row if the request is closed.
update malle.asking set yes = yes | :yes, no = no or :no
 where tab = :tab and id = :id and not no and until > malle.now()
returning person, seat, asked, yes, no;

-- name: ask_also(tab, id, seats)!
-- Add people who are present too: their agreement is needed.
update malle.asking set asked = asked | :seats where tab = :tab and id = :id;

-- name: end_asking(tab, id, seats, rest)$
-- Close a request that is granted: everybody who was or is present agreed in time, and it was open long enough for
-- all processes to add the people they serve.
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
-- Fails if another table has the code.
insert into malle.door (tab, code, until)
values (:tab, :code, malle.now() + :seconds::float8 * interval '1 s') on conflict (tab) do nothing;

-- name: list_door(tab, listed)!
update malle.door set listed = :listed, since = malle.now() where tab = :tab and listed <> :listed;

-- name: is_listed(tab)$
select listed from malle.door where tab = :tab and until > malle.now();

-- name: listed(most)
-- Publicly listed tables, latest first. A table that has begun waits for a seat, is over, or is paused.
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
-- Cast or withdraw a vote. Returns the seats that vote yes, as bits. Votes on an earlier question are discarded.
insert into malle.wish as w (tab, what, seq, yes, until)
values (:tab, :what, :seq, :yes, malle.now() + :seconds::float8 * interval '1 s')
    on conflict (tab, what) do update set seq = excluded.seq, until = excluded.until,
       nudged = case when w.seq = excluded.seq then w.nudged end,
       yes = (case when w.seq = excluded.seq and w.until > malle.now() then w.yes else 0 end | :yes) & ~:no::int
returning yes;

-- name: nudge(tab, what, seq, seconds, sign, shown)$
-- Record a nudge, unless the last one is more recent than `seconds`. Also record its name, if it has one.
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
-- The seq that was shown when this named nudge was recorded.
select seq from malle.wish where tab = :tab and what = :sign;

-- name: wishes(tabs)
select tab, what, seq, case when until > malle.now() then yes else 0 end as yes,
       extract(epoch from malle.now() - nudged)::float8 as ago, extract(epoch from nudged)::float8 as nudged
  from malle.wish where tab = any(:tabs::bigint[]) and what !~ '^sign';

-- name: report(tab, seat, person, by, most)!
-- Only `most` open reports about one name or table are stored: they are enough for the operator, and nobody can
-- fill the database with them.
insert into malle.report (tab, seat, person, by)
select :tab::bigint, :seat::int2, :person::uuid, :by::uuid
 where (select count(*) from malle.report where tab = :tab::bigint and seat = :seat::int2 and closed is null) < :most::int
    on conflict (tab, seat, by) do update set closed = null, at = malle.now(), person = excluded.person
 where report.closed is not null;

-- name: reports()
-- Names and tables with open reports. If several people had a seat, the one who was reported last.
select tab, seat, (array_agg(person order by at desc))[1] as person, count(*) as count, min(at) as at
  from malle.report where closed is null group by tab, seat;

-- name: close_reports(tab, seat, hide)!
update malle.report set closed = malle.now(), hidden = hidden or :hide where tab = :tab and seat = :seat;

-- name: hide_table(tab)$
-- Hide a table: its join code is deleted and its log stays. Neither its deadlines nor its robots are processed any
-- more.
with shut as (delete from malle.door where tab = :tab)
update malle.tab set hidden = coalesce(hidden, malle.now()) where id = :tab returning true;

-- name: taken_away(tabs)
select id, -1 as seat, extract(epoch from hidden)::float8 as at
  from malle.tab where id = any(:tabs::bigint[]) and hidden is not null
union all
select tab, seat, extract(epoch from max(closed))::float8
  from malle.report where tab = any(:tabs::bigint[]) and seat >= 0 and hidden group by tab, seat;

-- name: table(tab)^
-- A table, its latest snapshot if there is one, the seconds to its deadline, and the seconds since the snapshot's
-- entry.
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
-- New entries of several tables, in order, with the seconds to each table's deadline.
select w.tab, e.seq, e.mover, e.lines, extract(epoch from t.deadline - malle.now())::float8 as seconds
  from unnest(:tabs::bigint[], :seqs::int[]) w(tab, seq)
  join malle.tab t on t.id = w.tab
  join lateral (select * from malle.entry e where e.tab = w.tab and e.seq > w.seq order by e.seq limit 200) e on true
 order by w.tab, e.seq;

-- name: behind(tabs, seqs)
-- Tables that have moved on beyond the given seqs.
select t.id from unnest(:tabs::bigint[], :seqs::int[]) w(tab, seq) join malle.tab t on t.id = w.tab where t.seq > w.seq;

-- name: put_snapshot(tab, seq, body)!
insert into malle.snapshot (tab, seq, body) values (:tab, :seq, :body)
    on conflict (tab) do update set seq = excluded.seq, body = excluded.body where malle.snapshot.seq < excluded.seq;

-- name: claim_due(most)
-- Claim tables whose deadline has passed, each for one process, which has five seconds to act on it.
update malle.tab set deadline = malle.now() + interval '5 s'
 where id in (select id from malle.tab where deadline <= malle.now() and hidden is null
               order by deadline limit :most for update skip locked)
returning id, seq;

-- name: put_aside(tab, why, seconds)!
-- Quarantine a table that this process cannot go on with: a deadline that is due is retried later. A later deadline
-- stays, because another process may have the table's rules.
update malle.tab set aside = malle.now(), why = :why,
       deadline = case when deadline < malle.now() + interval '10 s' then malle.now() + :seconds::float8 * interval '1 s'
                       else deadline end
 where id = :tab;

-- name: take_back(tab)!
update malle.tab set aside = null where id = :tab and aside is not null;

-- name: asides()
select id, aside, why from malle.tab where aside is not null and hidden is null;

-- name: robots_awaited(most)
-- Tables with a person that wait for a robot. A table of robots only goes on while somebody watches, which only the
-- processes know.
select id, seq, waits & robots as seats from malle.tab
 where exists (select from malle.seat s where s.tab = id) and robots <> 0 and not over and waits & robots <> 0 and hidden is null
   and (aside is null or aside < malle.now() - interval '1 minute') limit :most;

-- name: games_of(person, most, stale, filling)
-- Tables where a person has a seat, latest first. Tables that have not begun, and those where a robot plays the
-- person's seat, are limited to the latest few. Tables that never began and have no decision time are left out
-- after `stale` seconds. A table that has begun waits for a seat, is over, or is paused.
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
-- Give the seats of a person to another one, except at tables where that one has a seat.
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
-- Give each seat of a person to a new random person, another one at each table.
update malle.seat set person = gen_random_uuid(), token = null where person = :person returning tab;

-- name: follow_seats(person)!
-- Turns at correspondence tables belong to the present owner of the seat.
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
-- Fails if the tables do not exist yet.
select current_setting('transaction_read_only')::bool from (select count(*) from malle.tab where id = 0) one;

-- name: count_tables()^
-- Tables that are open, and those that are over. An end that is not shown yet counts as open, because an operator
-- may sit at that table.
select count(*) filter (where not over or since > malle.now()) as open,
       count(*) filter (where over and since <= malle.now()) as over from malle.tab;
