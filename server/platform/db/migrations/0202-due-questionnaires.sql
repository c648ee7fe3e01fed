create index questionnaire_due_ix on questionnaire (due_date) where (completed_at is null and declined_at is null and
  withdrawn_at is null and due_date is not null);
