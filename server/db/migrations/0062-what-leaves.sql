-- Outside services: what was set for each has versions for its form, and what left for whom is a row of its own.
alter table integration drop constraint integration_type_known;
alter table integration add constraint integration_type_known
  check (type in ('video_storage', 'transcription', 'ai_analysis', 'email_sms', 'crm'));
alter table integration add version integer not null default 1, add updated_at timestamptz not null default now();

create trigger integration_version before update on integration for each row
  when ((old.settings, old.secrets) is distinct from (new.settings, new.secrets))
  execute function next_version();
create function note_integration_change() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger integration_updated before update on integration for each row execute function note_integration_change();

-- One row for each call to an outside service, written before it leaves: one that was killed on its way has no end.
create table egress (
  id uuid constraint egress_pk primary key,
  integration_id uuid constraint egress_integration_fk references integration (id) on delete set null,
  provider text not null,
  host text not null,
  -- What it was for, in a word of the product.
  purpose text not null,
  session_id uuid constraint egress_session_fk references session (id) on delete set null,
  bytes_out bigint not null default 0,
  bytes_in bigint not null default 0,
  -- As the service answered; null where it did not.
  status integer,
  is_success boolean,
  -- In the service's own words, without secrets and addresses of people.
  error text,
  duration_ms integer,
  created_at timestamptz not null default now()
);
create index egress_newest_ix on egress (created_at desc, id desc);
create index egress_integration_ix on egress (integration_id, created_at desc) where integration_id is not null;
create index egress_session_ix on egress (session_id) where session_id is not null;

insert into retention (kind, days) values ('egress', 365);
