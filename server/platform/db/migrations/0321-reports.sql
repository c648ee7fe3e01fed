-- The figures of an organization at the end of a quarter, taken from its edition; kept until the organization is deleted.
-- It has counts of groups only, and nothing of a person.
create table report (
  organization_id uuid not null,
  -- YYYY-Qn
  quarter text not null,
  -- When they were published.
  made_at timestamptz not null,
  -- Minimum group size used for these figures.
  group_size integer not null,
  -- Counts and contract terms, from which the published figures are made.
  figures jsonb not null,
  constraint report_pk primary key (organization_id, quarter),
  constraint report_quarter_form check (quarter ~ '^\d{4}-Q[1-4]$'),
  constraint report_organization_fk foreign key (organization_id) references organization(id) on delete cascade
);
