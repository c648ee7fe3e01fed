-- What an organization reads of its people stands still until at least six of them have something new to it: an
-- edition is what was counted last. It says nothing of a person that could not be counted anew, and nobody reads it.
create table edition (
  organization_id uuid constraint edition_pk primary key
    constraint edition_organization_fk references organization (id) on delete cascade,
  made_at timestamptz not null,
  enrolled integer not null,
  active integer not null,
  sessions integer not null,
  minutes integer
);
create table edition_month (
  organization_id uuid not null constraint edition_month_edition_fk references edition (organization_id) on delete cascade,
  month text not null,
  high integer not null,
  medium integer not null,
  low integer not null,
  constraint edition_month_pk primary key (organization_id, month)
);
-- No foreign key to the client: who is deleted is counted until five others leave.
create table edition_client (
  organization_id uuid not null constraint edition_client_edition_fk references edition (organization_id) on delete cascade,
  client_id uuid not null,
  is_enrolled boolean not null,
  sessions integer not null default 0,
  is_active boolean not null default false,
  recordings integer not null default 0,
  minutes integer,
  assessment text,
  band text constraint edition_client_band_known check (band in ('low', 'medium', 'high')),
  constraint edition_client_pk primary key (organization_id, client_id)
);

-- Whoever was counted goes on being counted. Made so long ago that the first new edition tells all of its six months.
insert into edition (organization_id, made_at, enrolled, active, sessions)
  select organization_id, now() - interval '1 year', count(*), 0, 0
  from client where counted_at is not null and organization_id is not null group by organization_id;
insert into edition_client (organization_id, client_id, is_enrolled)
  select organization_id, id, true from client where counted_at is not null and organization_id is not null;

drop trigger client_moves on client;
drop function forget_that_client_was_counted();
drop index client_counted_ix;
drop index client_uncounted_ix;
alter table client drop column counted_at;
