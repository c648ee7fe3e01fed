-- A list reads one table: each row carries the name it is listed by and what it is found by, also where these are a
-- user's. What is found by the beginning of a word stands in a table of words in the order of the list, so that a page of
-- a million is read like one of a hundred.

-- Letters and digits in a row, and each other sign alone.
create function words_of(given text) returns text[]
  language sql immutable parallel safe
  return array(select distinct found[1] from regexp_matches(given collate "und-x-icu", '[[:alnum:]]+|[^[:alnum:][:space:]]', 'g') as found);

-- The same text without the first letter of each word: what stands in it is in the middle of a word.
create function middles_of(given text) returns text
  language sql immutable parallel safe
  return regexp_replace(' ' || given collate "und-x-icu", '[^[:alnum:]]+[[:alnum:]]?', ' ', 'g');

-- Of an e-mail the part before the @ is found by its words; the part behind it, which many share, like the middle of one.
create function person_text(first_name text, last_name text, email text) returns text
  language sql immutable parallel safe
  return public.plain_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || split_part(coalesce(email, ''), '@', 1));
create function person_rest(first_name text, last_name text, email text) returns text
  language sql immutable parallel safe
  return public.middles_of(public.person_text(first_name, last_name, email)) || ' ' || public.plain_text(split_part(coalesce(email, ''), '@', 2));

alter table "user"
  add column name text collate "und-x-icu" generated always as (shown_name(first_name, last_name, email)) stored,
  add column search_words text[] generated always as (words_of(person_text(first_name, last_name, email))) stored,
  add column search_rest text collate "C" generated always as (person_rest(first_name, last_name, email)) stored;
alter table organization
  add column search_text text generated always as (plain_text(name || ' ' || coalesce(description, ''))) stored,
  add column search_words text[] generated always as (words_of(plain_text(name))) stored,
  add column search_rest text collate "C"
    generated always as (middles_of(plain_text(name)) || ' ' || plain_text(coalesce(description, ''))) stored;
alter table coach
  add column name text collate "und-x-icu" not null default '',
  add column search_text text not null default '',
  add column search_words text[] not null default '{}',
  add column search_rest text collate "C" not null default '';
drop index client_search_ix;
alter table client alter column search_text drop expression;
update client set search_text = '' where search_text is null;
alter table client
  alter column search_text set default '',
  alter column search_text set not null,
  add column name text collate "und-x-icu" not null default '',
  add column search_words text[] not null default '{}',
  add column search_rest text collate "C" not null default '';

-- The user is held, so that a change of theirs at this moment is waited for, and then seen.
create function know_user() returns trigger language plpgsql as $$
declare
  who "user";
begin
  select * into who from "user" where id = new.user_id for share;
  if found then
    new.name := who.name;
    new.search_text := who.search_text;
    new.search_words := who.search_words;
    new.search_rest := who.search_rest;
  end if;
  if tg_table_name = 'client' then
    new.is_employee := found and who.deactivated_at is null and 'client_user' = any(who.roles);
    -- A family member has no user: the name is their own.
    if not found then
      new.name := shown_name(new.first_name, new.last_name, null);
      new.search_text := plain_text(coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, ''));
      new.search_words := words_of(person_text(new.first_name, new.last_name, null));
      new.search_rest := person_rest(new.first_name, new.last_name, null);
    end if;
  end if;
  return new;
end
$$;
create trigger client_knows_user before insert or update of user_id, first_name, last_name on client
  for each row execute function know_user();
create trigger coach_knows_user before insert or update of user_id on coach
  for each row execute function know_user();

create function tell_of_user() returns trigger language plpgsql as $$
begin
  update coach set user_id = new.id where user_id = new.id;
  update client set user_id = new.id where user_id = new.id;
  return null;
end
$$;
create trigger user_is_known after update of first_name, last_name, email, roles, deactivated_at on "user"
  for each row when ((old.first_name, old.last_name, old.email, old.roles, old.deactivated_at)
    is distinct from (new.first_name, new.last_name, new.email, new.roles, new.deactivated_at))
  execute function tell_of_user();

update coach set user_id = user_id;
update client set user_id = user_id;

create table user_word (
  word text collate "C" not null,
  name text collate "und-x-icu" not null,
  id uuid not null
);
-- Words that begin with a letter, with two or with three, in the order of the list; rare words; the words of a row.
create index user_word_1_ix on user_word ("left"(word, 1), name, id) include (word);
create index user_word_2_ix on user_word ("left"(word, 2), name, id) include (word);
create index user_word_3_ix on user_word ("left"(word, 3), name, id) include (word);
create index user_word_ix on user_word (word, name, id);
create index user_word_id_ix on user_word (id) include (word);
create table coach_word (like user_word including indexes);
create table client_word (like user_word including indexes);
create table organization_word (like user_word including indexes);

create function keep_words() returns trigger language plpgsql as $$
declare
  words text := tg_table_name || '_word';
begin
  if tg_op = 'UPDATE' then
    execute format('delete from %I as gone using removed, added
      where gone.id = removed.id and added.id = removed.id
        and (added.name, added.search_words) is distinct from (removed.name, removed.search_words)', words);
    execute format('insert into %I (word, name, id) select unnest(added.search_words), added.name, added.id
      from added join removed on removed.id = added.id
      where (added.name, added.search_words) is distinct from (removed.name, removed.search_words)', words);
  elsif tg_op = 'DELETE' then
    execute format('delete from %I as gone using removed where gone.id = removed.id', words);
  else
    execute format('insert into %I (word, name, id) select unnest(search_words), name, id from added', words);
  end if;
  return null;
end
$$;
create procedure find_by_words(found_table text) language plpgsql as $$
begin
  execute format('create trigger words_added after insert on %I referencing new table as added
    for each statement execute function keep_words()', found_table);
  execute format('create trigger words_removed after delete on %I referencing old table as removed
    for each statement execute function keep_words()', found_table);
  execute format('create trigger words_changed after update on %I referencing old table as removed new table as added
    for each statement execute function keep_words()', found_table);
  execute format('insert into %I (word, name, id) select unnest(search_words), name, id from %I',
    found_table || '_word', found_table);
  -- What is found in the middle of words; with finer statistics, because rare or frequent decides how it is looked for.
  execute format('create index %I on %I using gin (search_rest public.gin_trgm_ops)', found_table || '_rest_ix', found_table);
  execute format('alter table %I alter column search_rest set statistics 1000', found_table);
end
$$;
call find_by_words('user');
call find_by_words('coach');
call find_by_words('client');
call find_by_words('organization');
drop index user_search_ix;
drop index organization_search_ix;

call count_rows('"user"', $$values ('user', '') union all select 'role', role from unnest(it.roles) as role$$);
call count_rows('coach', $$values ('coach', '')$$);
call count_rows('client', $$values ('client', '')
  union all select 'caseload', it.coach_id::text where it.coach_id is not null
  union all select 'employee', it.organization_id::text where it.is_employee and it.organization_id is not null$$);
call count_rows('organization', $$values ('organization', '')$$);
call count_rows('audit_entry', $$values ('audit-entry', ''), ('action', it.action)$$);
call count_rows('message', $$values ('message', '')$$);
