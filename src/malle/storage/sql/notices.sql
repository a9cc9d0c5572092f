-- Queries of the people's database for notification preferences, channels and notices. Table databases know nothing
-- of them.

-- name: put_hours(person, begins, ends, zone, language)!
insert into people.hours (person, begins, ends, zone, language) values (:person, :begins, :ends, :zone, :language)
    on conflict (person) do update set begins = excluded.begins, ends = excluded.ends, zone = excluded.zone,
       language = excluded.language;

-- name: meet_hours(person, begins, ends, zone, language)!
-- Like `put_hours`, but what a person has chosen stays.
insert into people.hours (person, begins, ends, zone, language) values (:person, :begins, :ends, :zone, :language)
    on conflict (person) do nothing;

-- name: time()$
select people.now();

-- name: hours(people)
-- A person's notices use the language that they chose for pages.
select w.person, h.begins, h.ends, h.zone, coalesce(p.language, h.language) as language
  from unnest(:people::uuid[]) w(person) left join people.hours h on h.person = w.person
  left join people.person p on p.id = w.person;

-- name: open_channel(id, person, kind, target, device)!
-- A target of another person becomes this person's: a browser that changed hands, or an address that was proved
-- again. A closed device gets no channel, even if one of its pages still asks. Erasure is checked before the
-- device's row is locked, in the order in which erasing takes its locks.
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
-- Delete one channel of a person, or all of this kind if the target is empty.
delete from people.channel where person = :person and kind = :kind and (:target = '' or target = :target);

-- name: whose(kind, target)$
select person from people.channel where kind = :kind and target = :target and closed is null;

-- name: one_at_a_time(person)$
-- Let one transaction at a time add notices for a person; otherwise they could get more than their daily limit.
select pg_advisory_xact_lock(hashtextextended(:person::uuid::text, 6279));

-- name: told_on(person, day, id)$
-- How many other notices a person got on a day of theirs. Summaries do not count.
select count(*)::int from people.notice where person = :person and day = :day and kind <> 'digest' and id <> :id;

-- name: any_erased(people)$
-- Is any of these people erased? The answer stays true until this transaction ends.
select coalesce(bool_or(people.is_erased(each)), false) from unnest(:people::uuid[]) each;

-- name: add_notice(id, person, tab, seat, since, kind, day, until, title, body)$
-- Add a notice once: a second attempt, after a crash or from another process, adds nothing.
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
-- Claim one delivery that is due. After `seconds` another process may try it.
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
-- Let one transaction at a time count and add links for an address.
select pg_advisory_xact_lock(hashtextextended('letter ' || :mail, 0));

-- name: add_letter(id, mail, person, language)!
insert into people.letter (id, mail, person, language) values (:id, :mail, :person, :language);

-- name: letters_made(mail, person, seconds)$
-- How many links were requested for an address in the last `seconds`, by one person if `person` is given.
select count(*)::int from people.letter where mail = :mail and (:person::uuid is null or person = :person) and made > people.now() - :seconds::float8 * interval '1 s';

-- name: claim_letter(seconds, most)^
-- Claim one link to be mailed. The number of tries is limited, because a link is soon too old.
update people.letter l
   set next = case when tries + 1 < :most::int then people.now() + :seconds::float8 * interval '1 s' end, tries = tries + 1
 where l.id = (select w.id from people.letter w where w.next <= people.now() order by w.next limit 1 for update skip locked)
returning l.id, l.mail, l.person, l.language;

-- name: end_letter(id)!
update people.letter set next = null where id = :id;

-- name: letter_of(id, seconds, by)$
-- The person of a link that could be opened now.
select l.person from people.letter l
 where l.id = :id and l.used is null and l.made > people.now() - :seconds::float8 * interval '1 s'
   and (l.person = :by::uuid or exists (select from people.channel c
         where c.kind = 'mail' and c.target = l.mail and c.person = l.person and c.closed is null));

-- name: use_letter(id, seconds, by)^
-- Open a link, once and within its time. If its address is not proved yet, it opens only for the person who
-- requested it. Otherwise a person who types another's address, by mistake or not, would share one account with
-- them, and see their hands.
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
