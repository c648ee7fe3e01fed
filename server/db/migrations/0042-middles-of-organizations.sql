-- What is found in the middle of words stands beside the name in the index of organizations as well (as 0029 has it for
-- people), so that going along the names reads no page of the table: 5 s for "ensen" among a million. Descriptions are too
-- long for an index and are a way of their own.
set local maintenance_work_mem = '256MB';
drop index organization_name_ix;
alter table organization
  drop column search_rest,
  add column search_rest text collate "C" generated always as (middles_of(plain_text(name))) stored,
  add column search_details text collate "C" generated always as (plain_text(coalesce(description, ''))) stored,
  alter column search_rest set statistics 1000,
  alter column search_details set statistics 1000;
create index organization_rest_ix on organization using gin (search_rest public.gin_trgm_ops);
create index organization_details_ix on organization using gin (search_details public.gin_trgm_ops);
create index organization_name_ix on organization (name collate "und-x-icu", id) include (search_rest);
