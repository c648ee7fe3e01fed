-- Whoever cares for a family member may correct what was entered: like every form, by the version that was read.
alter table client add column version integer not null default 1;
create trigger client_version before update of first_name, last_name, family_relation on client for each row
  when ((old.first_name, old.last_name, old.family_relation)
    is distinct from (new.first_name, new.last_name, new.family_relation))
  execute function next_version();
