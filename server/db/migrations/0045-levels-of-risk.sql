-- What the level of risk of a client was set to, by whom and why: without a level it was left to the score. The database
-- notes it itself, so that no way to another level forgets it. Whoever looks at the plan hears of it with the client's row.
create table client_risk_level (
  id uuid constraint client_risk_level_pk primary key default gen_random_uuid(),
  client_id uuid not null constraint client_risk_level_client_fk references client (id) on delete cascade,
  level text constraint client_risk_level_known check (level in ('low', 'medium', 'high')),
  reason text,
  author_id uuid constraint client_risk_level_author_fk references "user" (id) on delete set null,
  set_at timestamptz not null
);
create index client_risk_level_client_ix on client_risk_level (client_id, set_at desc, id desc);
create index client_risk_level_author_ix on client_risk_level (author_id);
insert into client_risk_level (client_id, level, reason, author_id, set_at)
select id, risk_level_by_hand, risk_level_reason, risk_level_by, coalesce(risk_level_at, created_at)
from client where risk_level_by_hand is not null or risk_level_at is not null;

create function note_risk_level() returns trigger language plpgsql as $$
begin
  insert into client_risk_level (client_id, level, reason, author_id, set_at)
  values (new.id, new.risk_level_by_hand, new.risk_level_reason, new.risk_level_by, coalesce(new.risk_level_at, now()));
  return null;
end
$$;
create trigger risk_level_added after insert on client for each row
  when (new.risk_level_by_hand is not null) execute function note_risk_level();
create trigger risk_level_changed after update of risk_level_by_hand, risk_level_reason, risk_level_at on client for each row
  when ((old.risk_level_by_hand, old.risk_level_reason, old.risk_level_at)
    is distinct from (new.risk_level_by_hand, new.risk_level_reason, new.risk_level_at))
  execute function note_risk_level();
