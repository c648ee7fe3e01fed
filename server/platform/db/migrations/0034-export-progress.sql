-- How much of an archive is built, from 0 to 1.
alter table person_export add column progress real not null default 0;
