-- Attempts that failed or were killed; the fence also counts restarts.
alter table template_check add attempts integer not null default 0;
alter table template_check rename column not_before to next_try_at;
