-- The text to search in is kept beside the names: to work it out for every row that an index proposes took
-- 0.8 s for 14 000 of 100 000 people. The database itself keeps it true.
alter table "user" add column search_text text
  generated always as (plain_text(first_name || ' ' || last_name || ' ' || email)) stored;
alter table client add column search_text text
  generated always as (plain_text(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored;

drop index user_search_ix;
drop index client_search_ix;
create index user_search_ix on "user" using gin (search_text public.gin_trgm_ops);
create index client_search_ix on client using gin (search_text public.gin_trgm_ops) where user_id is null;
