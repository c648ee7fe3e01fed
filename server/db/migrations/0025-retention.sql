-- For how many days each kind of row is kept after its time: 0 means that it goes when it has ended, null that it stays.
-- What begins that time is said in server/retention.
create table retention (
  kind text constraint retention_pk primary key,
  days integer constraint retention_days_range check (days between 0 and 36500)
);
insert into retention (kind, days) values
  ('login', 0), ('password_reset', 0), ('allowance', 0), ('message', 30), ('execution', null), ('audit_entry', null);
