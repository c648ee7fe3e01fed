-- Clients are listed by name and found by parts of their name or e-mail, among a million as fast as among ten.
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- What is shown, and sorted by: the name, else the local part of the e-mail (specification part 2, section 2.1).
create function shown_name(first_name text, last_name text, email text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), split_part(coalesce(email, ''), '@', 1));

-- Text to search in: without capitals and accents, so that "soren" finds Søren.
create function plain_text(given text) returns text
  language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, given));

create index user_shown_name_ix on "user" (shown_name(first_name, last_name, email) collate "und-x-icu");
create index user_search_ix on "user" using gin (plain_text(first_name || ' ' || last_name || ' ' || email) public.gin_trgm_ops);

-- Family members have no user: their name is their own.
create index client_shown_name_ix on client (shown_name(first_name, last_name, null) collate "und-x-icu") where user_id is null;
create index client_search_ix on client using gin (plain_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) public.gin_trgm_ops) where user_id is null;
