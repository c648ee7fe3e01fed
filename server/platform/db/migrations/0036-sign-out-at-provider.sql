-- Signing out here goes on to the sign-out page of the provider.
alter table identity_provider add column signs_out boolean not null default false;

drop trigger identity_provider_version on identity_provider;
create trigger identity_provider_version before update on identity_provider
  for each row when (old.name is distinct from new.name or old.issuer is distinct from new.issuer or old.client_id is
    distinct from new.client_id or old.client_secret is distinct from new.client_secret or old.organization_id is
    distinct from new.organization_id or old.group_claim is distinct from new.group_claim or old.role_groups is
    distinct from new.role_groups or old.is_active is distinct from new.is_active or old.signs_out is distinct from
    new.signs_out)
  execute function next_version();
