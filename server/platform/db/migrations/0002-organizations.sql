-- A company whose employees are clients.
create table organization (
  id uuid constraint organization_pk primary key,
  name text not null,
  description text,
  country text,
  city text,
  -- Secret part of the registration link for employees; rotating it invalidates the old link.
  invite_token text not null,
  -- Number of employees entitled to coaching, as entered by an administrator.
  eligible_headcount integer not null default 0,
  -- In currency, per eligible employee.
  monthly_price_per_employee numeric(12,2) not null default 0,
  -- In currency.
  price_per_session numeric(12,2) not null default 0,
  -- ISO 4217 code.
  currency text not null default 'DKK',
  created_at timestamptz not null default now(),
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Name and description in lower case without accents, for trigram search.
  search_text text generated always as (plain_text(((name || ' ') || coalesce(description, '')))) stored,
  constraint organization_headcount_positive check (eligible_headcount >= 0),
  constraint organization_name_given check (name <> '')
);
alter table organization alter column search_text set statistics 1000;
create index organization_city_ix on organization (city, name collate "und-x-icu", id);
create index organization_country_ix on organization (country, name collate "und-x-icu", id);
create index organization_created_ix on organization (created_at, id);
create index organization_name_ix on organization (name collate "und-x-icu", id);
create index organization_search_ix on organization using gin (search_text gin_trgm_ops);

-- The aggregate figures last published for an organization; replaced once a day, and only when enough people
-- changed that no individual can be inferred.
create table edition (
  organization_id uuid constraint edition_pk primary key,
  -- When these figures were computed.
  made_at timestamptz not null,
  -- Employees who have had a session.
  enrolled integer not null,
  -- Of these, with a session in the 30 days before.
  active integer not null,
  -- Sessions in total, capped per person to hide individual clients.
  sessions integer not null,
  -- Most common recording length in 15-minute steps, at most 60; null if too few share one.
  minutes integer,
  -- Minimum group size used for these figures, at least 6.
  group_size integer not null default 6,
  -- Clients by risk band for each month (YYYY-MM), as last published in that month.
  months jsonb not null,
  -- What each client contributes, by client id; basis of the next figures. A deleted client counts until enough
  -- others leave.
  people jsonb not null,
  constraint edition_group_size_floor check ("group_size" >= 6),
  constraint edition_organization_fk foreign key (organization_id) references organization(id) on delete cascade
);

create trigger organization_version before update on organization
  for each row when (old.name is distinct from new.name or old.description is distinct from new.description or
    old.country is distinct from new.country or old.city is distinct from new.city or old.eligible_headcount is
    distinct from new.eligible_headcount or old.monthly_price_per_employee is distinct from
    new.monthly_price_per_employee or old.price_per_session is distinct from new.price_per_session or old.currency is
    distinct from new.currency)
  execute function next_version();
