create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- Display name for lists and sorting: full name, else the local part of the email.
create function shown_name(first_name text, last_name text, email text) returns text language sql immutable parallel
  safe
  return coalesce(nullif(btrim(((coalesce(first_name, '') || ' ') || coalesce(last_name, ''))), ''),
    split_part(coalesce(email, ''), '@', 1));

-- Normalizes text for search: lower case without accents, so that "soren" finds Søren.
create function plain_text(given text) returns text language sql immutable parallel safe
  return lower(unaccent('unaccent'::regdictionary, given));

-- The LIKE pattern for text that contains the typed words.
create function search_pattern(typed text) returns text language sql immutable parallel safe
  return (('%' || regexp_replace(plain_text(typed), '([\\%_])', '\\\1', 'g')) || '%');

-- Name of the notification topic of a client's plan; plan:all for every plan.
create function plan_topic(client_id uuid) returns text language sql immutable as $$
  select 'plan:' || coalesce(client_id::text, 'all')
$$;

-- A change to a client's plan, from which browsers that reconnect see that they must reload. Removed after a day.
-- Unlogged.
create unlogged table plan_change (
  id bigint generated always as identity constraint plan_change_pk primary key,
  -- Null means many plans changed at once: every reader reloads.
  client_id uuid,
  created_at timestamptz not null default now()
);
create index plan_change_client_ix on plan_change (client_id, id);
create index plan_change_created_ix on plan_change (created_at);

-- Raises version on update, for optimistic locking of forms.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Records and announces changes to plans; the trigger argument is a query over a row `it` for its client. More than
-- 100 clients become one change of all plans.
create function record_plan_changes() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  clients uuid[];
begin
  execute format(
    'select array(select distinct owned.client_id from %I as it cross join lateral (%s) as owned (client_id) limit %s)',
    case tg_op when 'DELETE' then 'removed' else 'added' end, tg_argv[0], most + 1)
  into clients;
  if cardinality(clients) > most then clients := array[null]; end if;
  insert into plan_change (client_id) select unnest(clients);
  perform pg_notify('maylab_change', plan_topic(client_id)) from unnest(clients) as client_id;
  return null;
end
$$;

-- Adds the triggers that announce changes of a table to the plans concerned; `owner` is a query over a row `it` for
-- its client.
create procedure notify_plans(watched_table regclass, owner text) language plpgsql as $$
begin
  execute format('create trigger plan_added after insert on %s referencing new table as added
    for each statement execute function record_plan_changes(%L)', watched_table, owner);
  execute format('create trigger plan_removed after delete on %s referencing old table as removed
    for each statement execute function record_plan_changes(%L)', watched_table, owner);
  execute format('create trigger plan_changed after update on %s referencing new table as added
    for each statement execute function record_plan_changes(%L)', watched_table, owner);
end
$$;
