-- Work addresses that may register with the onboarding link, as SHA-256 of salt and address: nobody can read the list back.
create table listed_employee (
  organization_id uuid not null constraint listed_employee_organization_fk references organization on delete cascade,
  digest bytea not null,
  added_at timestamptz not null,
  -- When the address was no longer on the list; access ends a while later.
  gone_at timestamptz,
  -- Who registered with it.
  user_id uuid constraint listed_employee_user_uq unique
    constraint listed_employee_user_fk references "user" on delete cascade,
  constraint listed_employee_pk primary key (organization_id, digest)
);
create index listed_employee_gone_ix on listed_employee (gone_at) where user_id is not null;

alter table organization
  -- Null: without a list, everybody with the link can register.
  add column employee_list_salt bytea,
  add column employee_list_changed_at timestamptz;
