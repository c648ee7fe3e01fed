-- Password resets, messages that the built-in outbox keeps, and what the lists of users and of the audit log stand on.

-- A link to set a new password: valid once, for 30 minutes. Only the hash of its token is kept.
create table password_reset (
  id uuid constraint password_reset_pk primary key,
  token_hash text not null constraint password_reset_token_hash_key unique,
  user_id uuid not null constraint password_reset_user_fk references "user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_reset_user_ix on password_reset (user_id);
create index password_reset_expires_ix on password_reset (expires_at);

-- What the built-in outbox was asked to send. Read by system_admin; purged after 30 days.
create table message (
  id uuid constraint message_pk primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index message_created_ix on message (created_at desc, id desc);

create index login_original_user_ix on login (original_user_id) where original_user_id is not null;
create index user_roles_ix on "user" using gin (roles);
create index user_organization_ix on "user" (organization_id) where organization_id is not null;
create index organization_name_ix on organization (name, id);
create index organization_search_ix on organization
  using gin (plain_text(name || ' ' || coalesce(description, '')) public.gin_trgm_ops);

-- The audit log is read newest first by person (also the administrator behind) and by action.
create index audit_entry_original_user_ix on audit_entry (original_user_id, created_at desc) where original_user_id is not null;
create index audit_entry_action_ix on audit_entry (action, created_at desc, id desc);
