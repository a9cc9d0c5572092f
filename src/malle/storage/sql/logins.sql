-- Queries of the people's database for logins on other devices and for erasure.

-- name: add_link(digest, person, kind, seconds, device)!
-- Add nothing for an erased person: a process may not know of the erasure yet, and the link would lead to nobody.
insert into people.link (digest, person, kind, ends, device)
select :digest, :person::uuid, :kind, people.now() + :seconds::float8 * interval '1 s', :device
 where not people.is_erased(:person::uuid);

-- name: drop_links(person, kind)!
delete from people.link where person = :person and kind = :kind;

-- name: look_at_link(digest)^
-- Where an unused link leads, without using it.
select l.person, l.kind, d.label from people.link l left join people.device d on d.digest = l.device
 where l.digest = :digest and l.used is null and (l.ends is null or l.ends > people.now());

-- name: use_link(digest, device, label)^
-- Use a link once: return its person, and assign the device to that person.
with used as (
  update people.link set used = people.now(), device = :device
   where digest = :digest and used is null and (ends is null or ends > people.now()) returning person
), led as (insert into people.device (digest, person, label) select :device, person, :label from used)
select person from used;

-- name: give_back_link(digest, device)!
with led as (delete from people.device where digest = :device)
update people.link set used = null where digest = :digest;

-- name: paper(person)$
-- When the person's unused printed link was made.
select max(made) from people.link where person = :person and kind = 'paper' and used is null;

-- name: lead_device(digest, person, label)!
insert into people.device (digest, person, label) values (:digest, :person, :label);

-- name: add_challenge(digest, person, seconds)!
with old as (delete from people.challenge where ends < people.now())
insert into people.challenge (digest, person, ends)
values (:digest, :person, people.now() + :seconds::float8 * interval '1 s');

-- name: use_challenge(digest)^
-- Each challenge is valid once.
delete from people.challenge where digest = :digest and ends > people.now() returning person;

-- name: add_passkey(id, person, public, count, label)$
-- The person of a key never changes: browsers state a key's id, and could state that of another person's key. Adds
-- nothing for an erased person.
insert into people.passkey (id, person, public, count, label)
select :id, :person::uuid, :public, :count, :label where not people.is_erased(:person::uuid)
    on conflict do nothing returning true;

-- name: passkey(id)^
select person, public, count from people.passkey where id = :id;

-- name: use_passkey(id, count)!
update people.passkey set count = :count, used = people.now() where id = :id;

-- name: passkeys(person)
select id, label, made from people.passkey where person = :person order by made;

-- name: drop_passkeys(person)!
delete from people.passkey where person = :person;

-- name: alone_with(person)$
-- Wait for other transactions that write a name or an address of this person, and block later ones until this one
-- ends.
select pg_advisory_xact_lock(6280, people.lock_of(:person::uuid));

-- name: mark_erased(person)!
-- After this no name and no address of the person is ever written again.
insert into people.erased (digest) values (people.mark(:person::uuid)) on conflict do nothing;

-- name: forget(person)!
-- Delete a person's rows, except notices and channels (`forget_notices` below) and entries of the audit log.
with a as (delete from people.device where person = :person),
     b as (delete from people.link where person = :person),
     c as (delete from people.passkey where person = :person),
     d as (delete from people.challenge where person = :person),
     k as (delete from people.keeper where person = :person),
     e as (delete from people.result where person = :person),
     f as (delete from people.block where :person in (person, other)),
     g as (delete from people.guest where :person in (person, host)),
     h as (delete from people.sending s using people.notice n where n.id = s.notice and n.person = :person),
     i as (delete from people.hours where person = :person),
     j as (delete from people.letter where person = :person
              or mail in (select target from people.channel where person = :person and kind = 'mail'))
delete from people.person where id = :person;

-- name: forget_notices(person)!
with a as (delete from people.notice where person = :person)
delete from people.channel where person = :person;

-- name: forget_named(tabs)!
-- Empty the bodies of turn notices at these tables, because they name the opponents. The title still says whose
-- turn it is.
update people.notice set body = '' where tab = any(:tabs::bigint[]) and kind = 'turn';
