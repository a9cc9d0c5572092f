-- Queries of the people's database. Table databases know people only by a random number.

-- name: name_person(person, name)!
insert into people.person (id, name) values (:person, :name) on conflict (id) do update set name = excluded.name;

-- name: meet_person(person, name)!
-- Like `name_person`, for a name that nobody chose: an existing name stays.
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
-- The person of a device, and whether it is closed: it was closed itself, or its person was erased. A device
-- without a row belongs to the person that its secret yields.
with it as (
  select coalesce(d.person, o.person) as person, d.closed is not null as closed
    from (select :own::uuid as person) o left join people.device d on d.digest = :digest
)
select it.person, it.closed or e.digest is not null as closed
  from it left join people.erased e on e.digest = people.mark(it.person);

-- name: see_device(digest, person, label)!
-- Record a use, at most once an hour unless the label changed. The person of a device never changes here. No row is
-- made for an erased person: a process may not know of the erasure for some seconds.
insert into people.device as d (digest, person, label)
select :digest, :person::uuid, :label where not people.is_erased(:person::uuid)
    on conflict (digest) do update set seen = people.now(), label = excluded.label
 where d.closed is null and (d.seen < people.now() - interval '1 hour' or d.label <> excluded.label);

-- name: is_known(person)$
-- Does a person have a name, a device, a channel or a passkey? Anybody can make up a person's number.
select exists (select from people.person where id = :person) or exists (select from people.device where person = :person)
    or exists (select from people.channel where person = :person)
    or exists (select from people.passkey where person = :person);

-- name: devices(person)
-- Open devices, most recently used first.
select digest, label, made, seen from people.device where person = :person and closed is null order by seen desc, digest;

-- name: close_device(digest, person)$
update people.device set closed = people.now() where digest = :digest and person = :person and closed is null
returning true;

-- name: drop_channels_of(digest, person)!
-- Deliveries that wait for these channels are deleted too. Push channels without a device are deleted as well:
-- their browser adds one again when it is used, and gets no notices until then.
delete from people.channel
 where person = :person and kind = 'push' and (device = :digest or device is null);

-- name: hand_over_device(digest, person)!
insert into people.device (digest, person, label, closed) values (:digest, :person, '', people.now())
    on conflict (digest) do update set person = excluded.person, closed = excluded.closed;

-- name: closed_lately(seconds)
select digest from people.device where closed > people.now() - :seconds::float8 * interval '1 s';

-- name: erased_of(people)
-- Those of these people who were erased. They have no device left that could be closed.
select p.person from unnest(:people::uuid[]) p(person) join people.erased e on e.digest = people.mark(p.person);

-- name: add_way_in(digest, seconds)!
insert into people.way_in (digest, ends) values (:digest, people.now() + :seconds::float8 * interval '1 s');

-- name: use_way_in(digest)$
-- Each link is valid once, and not for long. Expired links are deleted at the same time.
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
-- Without backups, which the page shows elsewhere: with one a night they would fill the list.
select at, person, what, about from people.register where what <> 'backup' order by id desc limit :most;

-- name: last_backup()^
select at, about from people.register where what = 'backup' order by id desc limit 1;

-- name: count_people()$
select count(*) from people.person;


-- name: results(person)
select tab, game, place, seats, drawn, score, against, well, ill, ended from people.result where person = :person order by ended desc, tab;

-- name: add_result(person, tab, game, place, seats, drawn, score, against, well, ill, age)!
-- Counts of bold moves are added later than the result, because they need the whole log. Erased people get no
-- results.
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
-- People whom this person is not matched with. `mine`: this person blocked them.
select other, true as mine from people.block where person = :person
union all select person, false from people.block where other = :person;

-- name: invite(person, tab, host)!
insert into people.guest (person, tab, host) values (:person, :tab, :host) on conflict do nothing;

-- name: invitations(person)
-- Invitations of the last day: they end with the join code of their table.
select tab, host from people.guest where person = :person and made > people.now() - interval '1 day'
   and not exists (select from people.block b where b.person = :person and b.other = host) order by made desc limit 20;

-- name: end_invitation(person, tab)!
delete from people.guest where person = :person and tab = :tab;

-- name: hand_over(person, other, device)!
-- Give a person's blocks, invitations and push channels to another one, also blocks of this person by others.
with a as (insert into people.block (person, other, made) select :other, other, made from people.block
            where person = :person and other <> :other on conflict do nothing),
     b as (insert into people.block (person, other, made) select person, :other, made from people.block
            where other = :person and person <> :other on conflict do nothing),
     c as (insert into people.guest (person, tab, host, made) select :other, tab, host, made from people.guest
            where person = :person and host <> :other on conflict do nothing),
     d as (update people.guest set host = :other where host = :person and person <> :other)
update people.channel set person = :other, device = :device
 where person = :person and kind = 'push' and not people.is_erased(:other);
