-- The queries of the people's database. Tables know people by a random number only.

-- name: name_person(person, name)!
insert into people.person (id, name) values (:person, :name) on conflict (id) do update set name = excluded.name;

-- name: meet_person(person, name)!
-- The same for a name that nobody chose: whoever has one keeps it.
insert into people.person (id, name) values (:person, :name) on conflict (id) do nothing;

-- name: names(people)
select id, name from people.person where id = any(:people::uuid[]);

-- name: add_solver(game, day, solver, helped)!
insert into people.solved (game, day, solver, helped) values (:game, :day, :solver, :helped) on conflict do nothing;

-- name: count_solvers(game, day)
select count(*) as people, count(*) filter (where not helped) as alone from people.solved where game = :game and day = :day;

-- name: is_read_only()$
select current_setting('transaction_read_only')::bool from (select count(*) from people.person where false) one;

-- name: person(person)^
select id, name, since, language from people.person where id = :person;

-- name: set_language(person, language)!
update people.person set language = :language where id = :person;

-- name: device(digest, own)^
-- Whose a device is, and whether it opens nothing any more: it was closed, or its person erased. No row: the person that
-- its secret makes.
with it as (
  select coalesce(d.person, o.person) as person, d.closed is not null as closed
    from (select :own::uuid as person) o left join people.device d on d.digest = :digest
)
select it.person, it.closed or e.digest is not null as closed
  from it left join people.erased e on e.digest = people.mark(it.person);

-- name: see_device(digest, person, label)!
-- It was here within the hour. Whose it is never changes. A process that has not heard that its person was erased asks so
-- for some seconds more: no row of theirs is made again.
insert into people.device as d (digest, person, label)
select :digest, :person::uuid, :label where not people.is_erased(:person::uuid)
    on conflict (digest) do update set seen = people.now(), label = excluded.label
 where d.closed is null and (d.seen < people.now() - interval '1 hour' or d.label <> excluded.label);

-- name: is_known(person)$
-- Has somebody a name, another device, a way to be told or to come in? Anybody can make a number up.
select exists (select from people.person where id = :person) or exists (select from people.device where person = :person)
    or exists (select from people.channel where person = :person)
    or exists (select from people.passkey where person = :person);

-- name: devices(person)
-- Those that are open, the latest first.
select digest, label, made, seen from people.device where person = :person and closed is null order by seen desc, digest;

-- name: close_device(digest, person)$
update people.device set closed = people.now() where digest = :digest and person = :person and closed is null
returning true;

-- name: drop_channels_of(digest, person)!
-- What is in line for them goes too. Of a browser that has not said which device it is nobody knows: it says so when it
-- is used, and is told nothing until then.
delete from people.channel
 where person = :person and kind = 'push' and (device = :digest or device is null);

-- name: hand_over_device(digest, person)!
insert into people.device (digest, person, label, closed) values (:digest, :person, '', people.now())
    on conflict (digest) do update set person = excluded.person, closed = excluded.closed;

-- name: closed_lately(seconds)
select digest from people.device where closed > people.now() - :seconds::float8 * interval '1 s';

-- name: erased_of(people)
-- Those of them who were erased: they have no device any more that could be closed.
select p.person from unnest(:people::uuid[]) p(person) join people.erased e on e.digest = people.mark(p.person);

-- name: add_way_in(digest, seconds)!
insert into people.way_in (digest, ends) values (:digest, people.now() + :seconds::float8 * interval '1 s');

-- name: use_way_in(digest)$
-- Good once, and not for long; those that nobody used are swept out with it.
with old as (delete from people.way_in where ends < people.now()),
     used as (delete from people.way_in where digest = :digest and ends >= people.now() returning true as good)
select good from used;

-- name: is_keeper(person)$
select true from people.keeper where person = :person;

-- name: has_keeper()$
select exists (select from people.keeper);

-- name: add_keeper(person)!
insert into people.keeper (person) values (:person) on conflict do nothing;

-- name: remove_keeper(person)!
delete from people.keeper where person = :person;

-- name: settled()
select name, value from people.settled;

-- name: settle(name, value)!
insert into people.settled (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value;

-- name: register(person, what, about)!
insert into people.register (person, what, about) values (:person, :what, :about);

-- name: registered(most)
-- Backups have a place of their own on the page: one a night would leave room for nothing else.
select at, person, what, about from people.register where what <> 'backup' order by id desc limit :most;

-- name: last_backup()^
select at, about from people.register where what = 'backup' order by id desc limit 1;

-- name: count_people()$
select count(*) from people.person;


-- name: results(person)
select tab, game, place, seats, drawn, score, against, well, ill, ended from people.result where person = :person order by ended desc, tab;

-- name: add_result(person, tab, game, place, seats, drawn, score, against, well, ill, age)!
-- What they dared is told later than how it ended: it needs the whole log. Who was erased has no results any more.
insert into people.result as r (person, tab, game, place, seats, drawn, score, against, well, ill, ended)
select :person::uuid, :tab, :game, :place, :seats, :drawn, :score, :against, :well, :ill,
       people.now() - :age::float8 * interval '1 s'
 where not people.is_erased(:person::uuid)
    on conflict (person, tab) do update set well = excluded.well, ill = excluded.ill
 where r.well is null and excluded.well is not null;

-- name: drop_results(tab)!
delete from people.result where tab = :tab;

-- name: block(person, other)!
insert into people.block (person, other) values (:person, :other) on conflict do nothing;

-- name: unblock(person, other)!
delete from people.block where person = :person and other = :other;

-- name: blocked(person)
-- Those whom somebody will not meet by chance, and those who will not meet them; `mine`: by their own wish.
select other, true as mine from people.block where person = :person
union all select person, false from people.block where other = :person;

-- name: invite(person, tab, host)!
insert into people.guest (person, tab, host) values (:person, :tab, :host) on conflict do nothing;

-- name: invitations(person)
-- Those of the last day: an invitation ends with the code of its table.
select tab, host from people.guest where person = :person and made > people.now() - interval '1 day'
   and not exists (select from people.block b where b.person = :person and b.other = host) order by made desc limit 20;

-- name: end_invitation(person, tab)!
delete from people.guest where person = :person and tab = :tab;

-- name: hand_over(person, other, device)!
-- Whom somebody blocked and who blocked them, their invitations and the browsers that tell them are another's now.
with a as (insert into people.block (person, other, made) select :other, other, made from people.block
            where person = :person and other <> :other on conflict do nothing),
     b as (insert into people.block (person, other, made) select person, :other, made from people.block
            where other = :person and person <> :other on conflict do nothing),
     c as (insert into people.guest (person, tab, host, made) select :other, tab, host, made from people.guest
            where person = :person and host <> :other on conflict do nothing),
     d as (update people.guest set host = :other where host = :person and person <> :other)
update people.channel set person = :other, device = :device
 where person = :person and kind = 'push' and not people.is_erased(:other);
