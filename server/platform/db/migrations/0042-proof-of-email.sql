-- When the user showed that the email is theirs; null for one that was only typed or that an organization's provider named.
alter table "user" add column email_proven_at timestamptz;
update "user" set email_proven_at = created_at where not roles <@ array['client_user'];

-- The user's choice not to be asked for the second factor after an identity provider.
alter table "user" add column skips_factor_after_provider boolean not null default false;

-- Where the second factor is asked for after a provider; null after a password.
alter table pending_login add column identity_provider_id uuid;
