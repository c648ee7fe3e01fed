-- An account that can sign in; a coach or client profile points to it.
create table "user" (
  id uuid constraint user_pk primary key,
  -- Stored in lower case; also the sign-in name.
  email text not null,
  first_name text not null,
  last_name text not null,
  -- Salted hash of the password.
  password_hash text not null,
  -- At least one of system_admin, maylab_admin, coach_user, org_user, client_user.
  roles text[] not null,
  -- Organization an org_user belongs to.
  organization_id uuid,
  -- Since when the account cannot sign in; null means active.
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  -- Name and email in lower case without accents, for trigram search.
  search_text text generated always as (plain_text(((((first_name || ' ') || last_name) || ' ') || email))) stored,
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  -- Display name, used for sorting: full name, else the local part of the email.
  name text collate "und-x-icu" generated always as (shown_name(first_name, last_name, email)) stored,
  constraint user_email_lower_case check (email = lower(email)),
  constraint user_roles_known check ((roles <@ array['system_admin', 'maylab_admin', 'coach_user', 'org_user',
    'client_user']) and (cardinality(roles) > 0)),
  constraint user_organization_fk foreign key (organization_id) references organization(id)
);
alter table "user" alter column search_text set statistics 1000;
create index user_created_ix on "user" (created_at, id);
create index user_email_ix on "user" (email, id);
create unique index user_email_key on "user" (email);
create index user_name_client_user_ix on "user" (name, id) where (roles @> array['client_user']);
create index user_name_coach_user_ix on "user" (name, id) where (roles @> array['coach_user']);
create index user_name_ix on "user" (name, id);
create index user_name_maylab_admin_ix on "user" (name, id) where (roles @> array['maylab_admin']);
create index user_name_org_user_ix on "user" (name, id) where (roles @> array['org_user']);
create index user_name_system_admin_ix on "user" (name, id) where (roles @> array['system_admin']);
create index user_organization_ix on "user" (organization_id) where (organization_id is not null);
create index user_roles_ix on "user" using gin (roles);
create index user_search_ix on "user" using gin (search_text gin_trgm_ops);

-- A signed-in browser session; deleted at sign-out, and by retention after it expires.
create table login (
  id uuid constraint login_pk primary key,
  -- Hash of the session token; the token itself exists only in the cookie.
  token_hash text not null unique,
  user_id uuid not null,
  -- Administrator who impersonates user_id; null without impersonation.
  original_user_id uuid,
  -- "Stay signed in": expires at a fixed time instead of after inactivity.
  is_remembered boolean not null default false,
  created_at timestamptz not null default now(),
  -- Time of the last request with this login.
  last_seen_at timestamptz not null default now(),
  -- End of validity; extended by use unless is_remembered.
  expires_at timestamptz not null,
  constraint login_original_user_fk foreign key (original_user_id) references "user"(id) on delete cascade,
  constraint login_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index login_expires_ix on login (expires_at);
create index login_original_user_ix on login (original_user_id) where (original_user_id is not null);
create index login_user_ix on login (user_id);

-- A link for setting a new password, valid once and for 30 minutes; removed by retention after it expires.
create table password_reset (
  id uuid constraint password_reset_pk primary key,
  -- Hash of the token in the link; the token itself is not stored.
  token_hash text not null unique,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_reset_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index password_reset_expires_ix on password_reset (expires_at);
create index password_reset_user_ix on password_reset (user_id);

-- State of one rate limit, such as sign-in attempts per email address; removed by retention once fully replenished.
create table rate_limit (
  -- Keyed hash of the subject of the limit, so that the table reveals no addresses.
  key_hash text constraint rate_limit_pk primary key,
  -- When the full limit is available again; the past means nothing is used up.
  full_at timestamptz not null default now()
);

-- A completed create request with an Idempotency-Key, so that a repeat returns the first result; deleted after a
-- day.
create table idempotent_request (
  -- HMAC of the user id under the Idempotency-Key; the key itself is not stored.
  key_hash text constraint idempotent_request_pk primary key,
  user_id uuid not null,
  -- HMAC of method, route and body, to detect a key reused for another request.
  digest text not null,
  -- Id of the row that the request created.
  created_id uuid not null,
  created_at timestamptz not null default now(),
  constraint idempotent_request_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index idempotent_request_created_ix on idempotent_request (created_at);
create index idempotent_request_user_ix on idempotent_request (user_id);

-- One audited action: who did it, acting as whom, on which row. No foreign keys, because an entry outlives the rows
-- it names.
create table audit_entry (
  id uuid constraint audit_entry_pk primary key,
  created_at timestamptz not null default now(),
  -- Acting user; null for the system.
  user_id uuid,
  -- Administrator behind the action while impersonating user_id; null without impersonation.
  original_user_id uuid,
  -- Action code, such as template-executed or definition-deleted.
  action text not null,
  -- Table of row_id; null if the action concerns no single row.
  table_name text,
  row_id uuid,
  -- Client whose data the action concerns; null if none.
  client_id uuid,
  -- IP address of the request; null for background jobs.
  address text,
  -- Additional facts about the action, as a JSON object.
  details jsonb not null default '{}'::jsonb
);
create index audit_entry_action_ix on audit_entry (action, created_at desc, id desc);
create index audit_entry_client_ix on audit_entry (client_id, created_at desc) where (client_id is not null);
create index audit_entry_created_ix on audit_entry (created_at desc, id desc);
create index audit_entry_original_user_ix on audit_entry (original_user_id, created_at desc, id desc) include
  (user_id, action) where (original_user_id is not null);
create index audit_entry_row_ix on audit_entry (row_id, created_at desc);
-- Includes the action, so that counts by user and action are index-only.
create index audit_entry_user_ix on audit_entry (user_id, created_at desc, id desc) include (action);

create trigger user_version before update on "user"
  for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or
    old.email is distinct from new.email or old.roles is distinct from new.roles or old.organization_id is distinct
    from new.organization_id)
  execute function next_version();
