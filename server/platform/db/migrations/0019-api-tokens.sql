-- A token with which a program calls the API as an administrator, within its scopes.
create table api_token (
  id uuid constraint api_token_pk primary key,
  name text not null,
  -- Hash of the token; the token itself is shown once and not stored.
  token_hash text not null constraint api_token_hash_key unique,
  -- Administrator who created it and in whose name it acts.
  user_id uuid not null,
  -- read or write by noun of the API.
  scopes jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- To within five minutes; null means never.
  last_used_at timestamptz,
  constraint api_token_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index api_token_user_ix on api_token (user_id);
