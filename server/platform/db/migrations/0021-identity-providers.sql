-- An OpenID Connect provider through which people sign in.
create table identity_provider (
  id uuid constraint identity_provider_pk primary key,
  -- Shown on the sign-in page.
  name text not null,
  -- Address that the provider's tokens name.
  issuer text not null,
  client_id text not null,
  -- Encrypted client secret, bound to the id.
  client_secret text not null,
  -- Organization whose employees sign in and register; null for a provider of the installation.
  organization_id uuid,
  -- Claim that lists a person's groups; empty means that roles are not mapped.
  group_claim text not null default '',
  -- Groups by role.
  role_groups jsonb not null default '{}'::jsonb,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  -- Raised by each change of a form field, for optimistic locking.
  version integer not null default 1,
  constraint identity_provider_organization_fk foreign key (organization_id) references organization(id)
);
create index identity_provider_organization_ix on identity_provider (organization_id)
  where (organization_id is not null);

create trigger identity_provider_version before update on identity_provider
  for each row when (old.name is distinct from new.name or old.issuer is distinct from new.issuer or old.client_id is
    distinct from new.client_id or old.client_secret is distinct from new.client_secret or old.organization_id is
    distinct from new.organization_id or old.group_claim is distinct from new.group_claim or old.role_groups is
    distinct from new.role_groups or old.is_active is distinct from new.is_active)
  execute function next_version();

-- Whom an identity provider means by a subject. Keyed by issuer: a provider whose issuer is changed means others.
create table external_identity (
  issuer text,
  subject text,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  constraint external_identity_pk primary key (issuer, subject),
  -- A subject that later gets the email of another does not get the account.
  constraint external_identity_user_key unique (user_id, issuer),
  constraint external_identity_user_fk foreign key (user_id) references "user"(id) on delete cascade
);

-- Provider of the sign-in; null for a password. No foreign key, because the environment may define the provider.
alter table login add column identity_provider_id uuid;
