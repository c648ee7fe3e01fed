-- How the user wants to be contacted by the coach: call, text or email; null means no preference.
alter table notification add column contact_by text
  constraint notification_contact_by_known check (contact_by in ('call', 'text', 'email'));

drop trigger notification_version on notification;
create trigger notification_version before update on notification
  for each row when (old.phone is distinct from new.phone or old.time_zone is distinct from new.time_zone or
    old.opt_outs is distinct from new.opt_outs or old.contact_by is distinct from new.contact_by)
  execute function next_version();

-- When administrators were told that it waits; null means not.
alter table safety_mark add column escalated_at timestamptz;
create index safety_mark_waiting_ix on safety_mark (raised_at) where (acknowledged_at is null and escalated_at is null);
