-- The queries of the people's database. Tables know people by a random number only.

-- name: add_person(person, name)!
insert into people.person (id, name) values (:person, :name);

-- name: names(people)
select id, name from people.person where id = any(:people::uuid[]);
