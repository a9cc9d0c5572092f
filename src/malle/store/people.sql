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
