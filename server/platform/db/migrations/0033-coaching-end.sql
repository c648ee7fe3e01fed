-- When the coach or an administrator ended the coaching; null means that it goes on.
alter table client add column coaching_ended_at timestamptz;

-- View: clients whose coaching has ended, by what somebody said or because the account is deactivated; for a family
-- member that of the guardian.
create view ended_coaching as
  select client.id as client_id, least(client.coaching_ended_at, account.deactivated_at) as ended_at,
    account.deactivated_at is not null as is_deactivated
  from client
  left join client as guardian on guardian.id = client.guardian_id
  left join "user" as account on account.id = coalesce(client.user_id, guardian.user_id)
  where client.coaching_ended_at is not null or account.deactivated_at is not null;
