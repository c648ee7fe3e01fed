-- How often something may be tried: when the allowance of somebody or something is whole again. The key is a keyed hash
-- of whose it is. Rows that are whole again mean nothing and are purged.
create table allowance (
  key_hash text constraint allowance_pk primary key,
  whole_at timestamptz not null default now()
);
drop table login_attempt;
