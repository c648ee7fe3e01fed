-- Undo of a decision that staff recorded first: null means undecided again.
alter table consent alter column is_given drop not null;

-- Purposes whose consent is collected outside this system, by whom, and where the papers are; as the setting consentOutside.
alter table organization add column consent_outside jsonb not null
  default '{"purposes": [], "collectedBy": "", "papersAt": ""}';

drop trigger organization_version on organization;
create trigger organization_version before update on organization
  for each row when (old.name is distinct from new.name or old.description is distinct from new.description or
    old.country is distinct from new.country or old.city is distinct from new.city or old.eligible_headcount is
    distinct from new.eligible_headcount or old.monthly_price_per_employee is distinct from
    new.monthly_price_per_employee or old.price_per_session is distinct from new.price_per_session or old.currency is
    distinct from new.currency or old.audio_stays_here is distinct from new.audio_stays_here or old.words_stay_here is
    distinct from new.words_stay_here or old.consent_outside is distinct from new.consent_outside)
  execute function next_version();

-- Whether the installation or an organization collects consent to a purpose outside this system.
create function is_consent_outside(of_organization uuid, of_purpose text) returns boolean stable language sql as $$
  select exists (select from setting where name = 'consentOutside' and value -> 'purposes' ? of_purpose)
    or exists (select from organization where id = of_organization and consent_outside -> 'purposes' ? of_purpose)
$$;

-- The newest entry of a purpose. Undecided counts as given where consent is collected outside this system, and is null elsewhere.
create or replace function is_consent_given(of_client uuid, of_purpose text) returns boolean stable language sql as $$
  select coalesce(
    (select is_given from consent where client_id = owner.id and purpose = of_purpose order by decided_at desc, id desc limit 1),
    nullif(is_consent_outside(owner.organization_id, of_purpose), false))
  from client as owner where owner.id = consenting_client(of_client)
$$;
