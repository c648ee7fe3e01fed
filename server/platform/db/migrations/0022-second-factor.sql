-- Where a login was made, shown to its owner.
-- Browser and system, such as "Firefox on Windows"; null for logins from before this was stored.
alter table login add column device text;
-- IP address of the sign-in.
alter table login add column address text;
-- WebAuthn challenge that the next passkey response must contain; null means none was asked for.
alter table login add column challenge text;
-- When the person last confirmed a sensitive action with the second factor.
alter table login add column confirmed_at timestamptz;

-- A passkey (WebAuthn credential), used as a second factor after the password.
create table passkey (
  id uuid constraint passkey_pk primary key,
  user_id uuid not null,
  name text not null,
  -- Base64url id that the authenticator chose.
  credential_id text not null constraint passkey_credential_key unique,
  -- Base64url COSE public key.
  public_key text not null,
  -- Signature counter of the authenticator; must not go back, which would reveal a copy. 0 where it does not count.
  counter bigint not null default 0,
  -- How the browser reaches it, such as usb or internal.
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkey_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index passkey_user_ix on passkey (user_id);

-- An authenticator app; at most one of each user.
create table totp (
  id uuid constraint totp_pk primary key,
  user_id uuid not null constraint totp_user_key unique,
  -- Shared secret, encrypted for this row.
  secret text not null,
  -- Null until the first code was entered; until then it does not count as a second factor.
  confirmed_at timestamptz,
  -- Time step of the last accepted code, so that no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint totp_user_fk foreign key (user_id) references "user"(id) on delete cascade
);

-- A code that replaces the second factor once.
create table recovery_code (
  id uuid constraint recovery_code_pk primary key,
  user_id uuid not null,
  -- Keyed hash; the code itself is shown once and not stored.
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint recovery_code_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index recovery_code_user_ix on recovery_code (user_id);

-- A sign-in after the right password that waits for the second factor; removed by retention after it expires.
create table pending_login (
  id uuid constraint pending_login_pk primary key,
  -- Hash of the token in the cookie.
  token_hash text not null constraint pending_login_token_key unique,
  user_id uuid not null,
  -- "Stay signed in" of the login form.
  is_remembered boolean not null,
  -- WebAuthn challenge that the next passkey response must contain.
  challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint pending_login_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index pending_login_expires_ix on pending_login (expires_at);
create index pending_login_user_ix on pending_login (user_id);

-- A browser that is not asked for the second factor; removed by retention after it expires.
create table trusted_browser (
  id uuid constraint trusted_browser_pk primary key,
  user_id uuid not null,
  -- Hash of the browser's id in the cookie of known browsers.
  browser_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint trusted_browser_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index trusted_browser_expires_ix on trusted_browser (expires_at);
create index trusted_browser_user_ix on trusted_browser (user_id, browser_hash);

-- A change of an email address that waits for the link sent to the new one; removed by retention after it expires.
create table email_change (
  id uuid constraint email_change_pk primary key,
  user_id uuid not null constraint email_change_user_key unique,
  email text not null,
  -- Hash of the token in the link.
  token_hash text not null constraint email_change_token_key unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint email_change_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index email_change_expires_ix on email_change (expires_at);

insert into retention (kind, days) values ('pending_login', 0), ('trusted_browser', 0), ('email_change', 0);
