-- 'far': an inferred value far from the last ones waits for a person.
alter table analysis_value drop constraint analysis_value_fault_known;
alter table analysis_value add constraint analysis_value_fault_known check (fault in ('not-asked', 'twice', 'out-of-range',
  'no-quote', 'not-found', 'too-short', 'not-clients', 'not-heard', 'changed', 'contradicted', 'instruction', 'no-reason', 'far'));

-- Label of the speaker who speaks for the client, chosen by a person; null means that the labels say it.
alter table session add column client_speaker text;
