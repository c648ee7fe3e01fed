-- More reasons why a value does not count, and whether it was inferred: no number in the client's words shows it.
alter table analysed_value drop constraint analysed_value_fault_known;
alter table analysed_value add constraint analysed_value_fault_known check (fault in
  ('not-asked', 'twice', 'out-of-range', 'no-quote', 'not-found', 'too-short', 'not-clients', 'not-heard', 'changed',
   'contradicted', 'instruction', 'no-reason'));
alter table analysed_value add is_inferred boolean not null default false;
update analysed_value set is_inferred = true where template_type = 'burnout_assessment' and fault is null;

drop trigger analysed_value_version on analysed_value;
create trigger analysed_value_version before update on analysed_value for each row
  when ((old.machine_value, old.quotes, old.fault, old.is_inferred, old.decision, old.corrected_value)
    is distinct from (new.machine_value, new.quotes, new.fault, new.is_inferred, new.decision, new.corrected_value))
  execute function next_version();
