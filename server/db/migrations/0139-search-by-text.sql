-- A list is searched by the text of its rows: every typed word must be contained. A trigram index finds three letters or more.
create index user_search_ix on "user" using gin (search_text public.gin_trgm_ops);
create index coach_search_ix on coach using gin (search_text public.gin_trgm_ops);
create index client_search_ix on client using gin (search_text public.gin_trgm_ops);
create index organization_search_ix on organization using gin (search_text public.gin_trgm_ops);
-- Whether a word is rare or common decides whether the page is read by this index or by that of the list's order.
alter table "user" alter column search_text set statistics 1000;
alter table coach alter column search_text set statistics 1000;
alter table client alter column search_text set statistics 1000;
alter table organization alter column search_text set statistics 1000;

-- The pattern for `like` of a text that contains what was typed.
create function search_pattern(typed text) returns text
  language sql immutable parallel safe
  return '%' || regexp_replace(plain_text(typed), '([\\%_])', '\\\1', 'g') || '%';

create or replace function know_user() returns trigger language plpgsql as $$
declare
  who "user";
begin
  select * into who from "user" where id = new.user_id for share;
  if found then
    new.name := who.name;
    new.search_text := who.search_text;
  end if;
  if tg_table_name = 'client' then
    new.is_employee := found and who.deactivated_at is null and 'client_user' = any(who.roles);
    -- A family member has no user: the name is their own.
    if not found then
      new.name := shown_name(new.first_name, new.last_name, null);
      new.search_text := plain_text(coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, ''));
    end if;
  end if;
  return new;
end
$$;

drop trigger words_added on "user";
drop trigger words_removed on "user";
drop trigger words_changed on "user";
drop trigger words_added on coach;
drop trigger words_removed on coach;
drop trigger words_changed on coach;
drop trigger words_added on client;
drop trigger words_removed on client;
drop trigger words_changed on client;
drop trigger words_added on organization;
drop trigger words_removed on organization;
drop trigger words_changed on organization;
drop table user_word, coach_word, client_word, organization_word;
drop table user_known_word, coach_known_word, client_known_word, organization_known_word;

-- The indexes of names go with the columns that they include.
alter table "user" drop column search_words, drop column search_rest;
alter table coach drop column search_words, drop column search_rest;
alter table client drop column search_words, drop column search_rest;
alter table organization drop column search_words, drop column search_rest, drop column search_details;
create index user_name_ix on "user" (name, id);
create index coach_name_ix on coach (name, id);
create index client_name_ix on client (name, id);
create index organization_name_ix on organization (name collate "und-x-icu", id);

drop procedure find_by_words, know_words;
drop function keep_words, words_inside, mixes_digits, person_text, person_rest, words_of, middles_of;
