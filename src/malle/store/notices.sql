-- What people want to be told and how, in the people's database. Tables know nothing of it.

-- name: put_hours(person, begins, ends, zone, language)!
insert into people.hours (person, begins, ends, zone, language) values (:person, :begins, :ends, :zone, :language)
    on conflict (person) do update set begins = excluded.begins, ends = excluded.ends, zone = excluded.zone,
       language = excluded.language;

-- name: meet_hours(person, begins, ends, zone, language)!
-- The same for somebody who has not said anything: what they chose stays.
insert into people.hours (person, begins, ends, zone, language) values (:person, :begins, :ends, :zone, :language)
    on conflict (person) do nothing;

-- name: time()$
select people.now();

-- name: hours(people)
-- The language that somebody chose for pages is that of their notices.
select w.person, h.begins, h.ends, h.zone, coalesce(p.language, h.language) as language
  from unnest(:people::uuid[]) w(person) left join people.hours h on h.person = w.person
  left join people.person p on p.id = w.person;

-- name: open_channel(id, person, kind, target, device)!
-- What was somebody else's is theirs from now on: a browser that has changed hands, an address that was proved anew. A
-- device that was closed is told nothing, though a page of it is still on its way. Whether they were erased is asked before
-- the device's row is held, as whoever erases them does.
with it as (select closed from people.device
             where digest = :device::bytea and not people.is_erased(:person::uuid) for share)
insert into people.channel as c (id, person, kind, target, device)
select :id::uuid, :person::uuid, :kind, :target, :device where not exists (select from it where closed is not null)
    on conflict (kind, target) do update set person = excluded.person, closed = null, device = excluded.device;

-- name: channels(person)
select id, kind, target from people.channel where person = :person and closed is null order by made, id;

-- name: close_channel(id)!
update people.channel set closed = people.now() where id = :id;

-- name: drop_channels(person, kind, target)!
-- A person closes one of theirs, or with an empty target all of a kind.
delete from people.channel where person = :person and kind = :kind and (:target = '' or target = :target);

-- name: whose(kind, target)$
select person from people.channel where kind = :kind and target = :target and closed is null;

-- name: one_at_a_time(person)$
-- Whoever tells this person something waits until whoever else does has done so, or they would be told too much.
select pg_advisory_xact_lock(hashtextextended(:person::uuid::text, 6279));

-- name: told_on(person, day, id)$
-- How many other notices somebody got on a day of theirs.
select count(*)::int from people.notice where person = :person and day = :day and kind <> 'digest' and id <> :id;

-- name: any_erased(people)$
-- Is any of them erased? Nobody is until what is written with the answer stands.
select coalesce(bool_or(people.is_erased(each)), false) from unnest(:people::uuid[]) each;

-- name: add_notice(id, person, tab, seat, since, kind, day, until, title, body)$
-- Once each: whoever comes second, after a crash or from another process, adds nothing.
with made as (
  insert into people.notice (id, person, tab, seat, since, kind, day, due, until, made, title, body)
  values (:id, :person, :tab, :seat, :since, :kind, :day, people.now(), :until, people.now(), :title, :body)
      on conflict do nothing returning id, person
), sent as (
  insert into people.sending (notice, channel)
  select made.id, c.id from made join people.channel c on c.person = made.person
   where c.closed is null and c.kind <> 'feed'
)
select true from made;

-- name: add_digest(id, person, day, due)!
insert into people.notice (id, person, kind, day, due) values (:id, :person, 'digest', :day, :due) on conflict do nothing;

-- name: due_digests(most)
select id, person from people.notice where made is null and due <= people.now() order by due limit :most
   for update skip locked;

-- name: write_digest(id, title, body, until)!
with made as (
  update people.notice set made = people.now(), title = :title, body = :body, until = :until
   where id = :id and made is null returning id, person
)
insert into people.sending (notice, channel)
select made.id, c.id from made join people.channel c on c.person = made.person
 where c.closed is null and c.kind <> 'feed' and :title <> '';

-- name: claim_sending(seconds)^
-- One thing to send, for whoever asks first: they have so many seconds for it, then somebody else tries.
with mine as (
  update people.sending s set next = people.now() + :seconds::float8 * interval '1 s', tries = s.tries + 1
   where (s.notice, s.channel) = (select w.notice, w.channel from people.sending w where w.next <= people.now()
                                   order by w.next, w.notice, w.channel limit 1 for update skip locked)
  returning s.notice, s.channel, s.tries
)
select mine.notice, mine.channel, mine.tries, n.person, n.tab, n.seat, n.since, n.kind, n.until, n.title, n.body,
       c.kind as by, c.target, c.closed is not null as closed, people.now() as now
  from mine join people.notice n on n.id = mine.notice join people.channel c on c.id = mine.channel;

-- name: end_sending(notice, channel, ended)!
update people.sending set next = null, ended = :ended where notice = :notice and channel = :channel;

-- name: put_off_sending(notice, channel, next)!
update people.sending set next = :next where notice = :notice and channel = :channel;

-- name: notices_of(person, most)
select id, tab, kind, made, title, body from people.notice
 where person = :person and made is not null and title <> '' order by made desc, id limit :most;

-- name: one_address_at_a_time(mail)$
-- Whoever counts the letters to an address is alone with it until what they write stands.
select pg_advisory_xact_lock(hashtextextended('letter ' || :mail, 0));

-- name: add_letter(id, mail, person, language)!
insert into people.letter (id, mail, person, language) values (:id, :mail, :person, :language);

-- name: letters_made(mail, person, seconds)$
-- How many were asked for lately for one address.
select count(*)::int from people.letter where mail = :mail and (:person::uuid is null or person = :person) and made > people.now() - :seconds::float8 * interval '1 s';

-- name: claim_letter(seconds, most)^
-- One link to send; not for ever, since it is old soon.
update people.letter l
   set next = case when tries + 1 < :most::int then people.now() + :seconds::float8 * interval '1 s' end, tries = tries + 1
 where l.id = (select w.id from people.letter w where w.next <= people.now() order by w.next limit 1 for update skip locked)
returning l.id, l.mail, l.person, l.language;

-- name: end_letter(id)!
update people.letter set next = null where id = :id;

-- name: letter_of(id, seconds, by)$
-- Whose a link is that would open now.
select l.person from people.letter l
 where l.id = :id and l.used is null and l.made > people.now() - :seconds::float8 * interval '1 s'
   and (l.person = :by::uuid or exists (select from people.channel c
         where c.kind = 'mail' and c.target = l.mail and c.person = l.person and c.closed is null));

-- name: use_letter(id, seconds, by)^
-- A link opens once, and not for long; one to an address that nobody has proved yet only for whoever asked for it. Else
-- somebody who types another's address, by mistake or not, would share one person with them, and see their hands.
update people.letter l set used = people.now(), next = null
 where l.id = :id and l.used is null and l.made > people.now() - :seconds::float8 * interval '1 s'
   and (l.person = :by::uuid or exists (select from people.channel c
         where c.kind = 'mail' and c.target = l.mail and c.person = l.person and c.closed is null))
returning l.mail, l.person;

-- name: give_back_letter(id)!
update people.letter set used = null where id = :id;

-- name: forget_notices(days)!
delete from people.notice where due < people.now() - :days::int * interval '1 day';

-- name: forget_letters(days)!
delete from people.letter where made < people.now() - :days::int * interval '1 day';
