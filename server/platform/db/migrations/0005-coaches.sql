-- Coach profile of a user with the role coach_user; created with the role.
create table coach (
  id uuid constraint coach_pk primary key,
  user_id uuid not null,
  bio text,
  -- Year in which the coach began to practise; null if unknown.
  experienced_since integer,
  city text,
  country text,
  -- active, inactive or on_leave; inactive when the account is deactivated or loses the role.
  status text not null default 'active',
  created_at timestamptz not null default now(),
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Display name, copied from the user by trigger so that lists sort without a join.
  name text collate "und-x-icu" not null default '',
  -- Copied from the user by trigger, for trigram search.
  search_text text not null default '',
  constraint coach_status_known check (status in ('active', 'inactive', 'on_leave')),
  constraint coach_user_key unique (user_id),
  constraint coach_user_fk foreign key (user_id) references "user"(id)
);
alter table coach alter column search_text set statistics 1000;
create index coach_city_ix on coach (city, name, id);
create index coach_country_ix on coach (country, name, id);
create index coach_created_ix on coach (created_at, id);
create index coach_experience_ix on coach (experienced_since, id);
create index coach_name_ix on coach (name, id);
create index coach_search_ix on coach using gin (search_text gin_trgm_ops);
create index coach_status_ix on coach (status, name, id);

-- Copies name and search text from the user to its coach or client; locks the user row against concurrent changes.
create function copy_user_name() returns trigger language plpgsql as $$
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

-- Passes a changed name, role or deactivation on to the user's coach and client rows.
create function propagate_user_name() returns trigger language plpgsql as $$
begin
  update coach set user_id = new.id where user_id = new.id;
  update client set user_id = new.id where user_id = new.id;
  return null;
end
$$;

create trigger coach_copies_user_name before insert or update of user_id on coach
  for each row
  execute function copy_user_name();
create trigger coach_version before update on coach
  for each row when (old.experienced_since is distinct from new.experienced_since or old.status is distinct from
    new.status or old.country is distinct from new.country or old.city is distinct from new.city or old.bio is
    distinct from new.bio)
  execute function next_version();

create trigger user_name_propagated after update of first_name, last_name, email, roles, deactivated_at on "user"
  for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or
    old.email is distinct from new.email or old.roles is distinct from new.roles or old.deactivated_at is distinct
    from new.deactivated_at)
  execute function propagate_user_name();
