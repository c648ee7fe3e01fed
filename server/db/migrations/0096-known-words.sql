-- What is typed may stand anywhere in a word. Which words hold it says a table of the words that a list has: names repeat,
-- so there are far fewer words than rows. The rows of each word then come in the order of the list.

-- Letters beside digits, as in "jensen4711".
create function mixes_digits(word text) returns boolean
  language sql immutable parallel safe
  return word collate "und-x-icu" ~ '[[:alpha:]][[:digit:]]|[[:digit:]][[:alpha:]]';

-- What is found in a text but does not begin a word that one or two letters lead to: what is behind the @ of an e-mail
-- and in a description, and the letters and the digits of a word that mixes them, so that all Jensens share one word and
-- only their numbers differ. A space in front tells them apart: no word that is typed has one. What is too long for an
-- index (a description in a script without spaces) is taken in pieces of a hundred, from each fiftieth on: fifty letters
-- that follow each other stand in one of them.
create function words_inside(given text, words text[]) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct ' ' || substr(found[1], at, 100) from (
      select regexp_matches(given collate "und-x-icu", '[[:alnum:]]{3,}', 'g') as found
      union all
      select regexp_matches(given collate "und-x-icu", '[[:alpha:]]{3,}|[[:digit:]]{3,}', 'g')
    ) as every, generate_series(1, greatest(length(found[1]) - 50, 1), 50) as at
    where found[1] <> all(words)
  );

create or replace function keep_words() returns trigger language plpgsql as $$
declare
  words text := tg_table_name || '_word';
  -- Whoever adds a row of a word makes the word known, in one order, so that no two wait for each other. Not "unless it is
  -- there": what is being forgotten at this moment (forget-words.ts) is still seen, and only the insert itself waits for it.
  add text := 'with written as (
      insert into %I (word, name, id)
      select unnest(added.search_words || words_inside(added.search_text, added.search_words)), added.name, added.id from %s
      returning word
    )
    insert into %I (word) select distinct word from written where length(word) > 2 order by word on conflict do nothing';
  changed constant text := '(added.name, added.search_words, added.search_text)
    is distinct from (removed.name, removed.search_words, removed.search_text)';
begin
  if tg_op = 'UPDATE' then
    execute format('delete from %I as gone using removed, added
      where gone.id = removed.id and added.id = removed.id and %s', words, changed);
    execute format(add, words, 'added join removed on removed.id = added.id where ' || changed, tg_table_name || '_known_word');
  elsif tg_op = 'DELETE' then
    execute format('delete from %I as gone using removed where gone.id = removed.id', words);
  else
    execute format(add, words, 'added', tg_table_name || '_known_word');
  end if;
  return null;
end
$$;

-- Puts a list's words together anew, with those inside, and what is known of them.
create procedure know_words(found_table text) language plpgsql as $$
declare
  words text := found_table || '_word';
  known text := found_table || '_known_word';
  earlier text;
begin
  -- Each index is made once, when all rows are there.
  for earlier in select indexname from pg_indexes where schemaname = current_schema and tablename = words loop
    execute format('drop index %I', earlier);
  end loop;
  execute format('insert into %I (word, name, id)
    select unnest(words_inside(search_text, search_words)), name, id from %I', words, found_table);
  -- Words that begin with a letter, with two or with three, in the order of the list; every word; the words of a row.
  -- How many these are an index of all words would tell; beside one of some it has to be asked for.
  for letters in 1..3 loop
    execute format('create index %I on %I ("left"(word, %s), name, id) include (word) where "left"(word, %s) >= ''!''',
      words || '_' || letters || '_ix', words, letters, letters);
    execute format('create statistics %I on ("left"(word, %s)) from %I', words || '_' || letters || '_share', letters, words);
  end loop;
  execute format('create index %I on %I (word, name, id)', words || '_ix', words);
  execute format('create index %I on %I (id) include (word)', words || '_id_ix', words);

  execute format('create table %I (
    word text collate "C" constraint %I primary key,
    mixes_digits boolean not null generated always as (mixes_digits(word)) stored
  )', known, known || '_pk');
  execute format('insert into %I (word) select distinct word from %I where length(word) > 2 order by word', known, words);
  -- Apart, because each person may have a word of letters and digits of their own. What is new is looked through at once.
  execute format('create index %I on %I using gin (word public.gin_trgm_ops) with (fastupdate = off) where not mixes_digits',
    known || '_ix', known);
  execute format('create index %I on %I using gin (word public.gin_trgm_ops) with (fastupdate = off) where mixes_digits',
    known || '_mixed_ix', known);
  -- With finer statistics: how many rows a word has decides how they are looked for, and how many are said to match.
  execute format('alter table %I alter column word set statistics 1000', words);
  execute format('analyze %I', words);
  execute format('analyze %I', known);
end
$$;
set local maintenance_work_mem = '256MB';
call know_words('user');
call know_words('coach');
call know_words('client');
call know_words('organization');

create or replace procedure find_by_words(found_table text) language plpgsql as $$
begin
  execute format('create trigger words_added after insert on %I referencing new table as added
    for each statement execute function keep_words()', found_table);
  execute format('create trigger words_removed after delete on %I referencing old table as removed
    for each statement execute function keep_words()', found_table);
  execute format('create trigger words_changed after update on %I referencing old table as removed new table as added
    for each statement execute function keep_words()', found_table);
  execute format('create table %I (word text collate "C" not null, name text collate "und-x-icu" not null, id uuid not null)',
    found_table || '_word');
  execute format('insert into %I (word, name, id) select unnest(search_words), name, id from %I',
    found_table || '_word', found_table);
  call know_words(found_table);
  -- What is found in the middle of words; with finer statistics, because rare or frequent decides how it is looked for.
  execute format('create index %I on %I using gin (search_rest public.gin_trgm_ops)', found_table || '_rest_ix', found_table);
  execute format('alter table %I alter column search_rest set statistics 1000', found_table);
end
$$;
