-- What the figures of organizations and the counts of the audit log need lies in the index that finds it: to fetch a
-- hundred thousand scattered rows for it took seconds.
drop index burnout_assessment_client_ix;
create index burnout_assessment_client_ix on burnout_assessment (client_id, week_number desc, created_at desc)
  include (risk_score);

drop index audit_entry_user_ix;
drop index audit_entry_original_user_ix;
create index audit_entry_user_ix on audit_entry (user_id, created_at desc, id desc) include (action);
create index audit_entry_original_user_ix on audit_entry (original_user_id, created_at desc, id desc)
  include (user_id, action) where original_user_id is not null;
