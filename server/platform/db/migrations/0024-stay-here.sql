-- What must not leave this machine for the people of an organization, whatever is configured; the installation has settings of
-- the same names.
alter table organization
  -- No recording and no sound of it is sent to an outside service.
  add column audio_stays_here boolean not null default false,
  -- Nothing that was said is sent to an outside model.
  add column words_stay_here boolean not null default false;

drop trigger organization_version on organization;
create trigger organization_version before update on organization
  for each row when (old.name is distinct from new.name or old.description is distinct from new.description or
    old.country is distinct from new.country or old.city is distinct from new.city or old.eligible_headcount is
    distinct from new.eligible_headcount or old.monthly_price_per_employee is distinct from
    new.monthly_price_per_employee or old.price_per_session is distinct from new.price_per_session or old.currency is
    distinct from new.currency or old.audio_stays_here is distinct from new.audio_stays_here or old.words_stay_here is
    distinct from new.words_stay_here)
  execute function next_version();
