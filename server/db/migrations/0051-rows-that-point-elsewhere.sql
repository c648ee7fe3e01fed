-- Whoever deletes a row asks each table that points to it; without an index that reads the whole table while others wait.
create index metric_value_definition_ix on metric_value (metric_definition_id);
create index metric_value_author_ix on metric_value (author_id) where author_id is not null;
create index metric_value_past_definition_ix on metric_value_past (metric_definition_id);
create index metric_value_past_author_ix on metric_value_past (author_id) where author_id is not null;
create index burnout_assessment_session_ix on burnout_assessment (session_id) where session_id is not null;
create index burnout_assessment_author_ix on burnout_assessment (author_id) where author_id is not null;
create index burnout_assessment_past_author_ix on burnout_assessment_past (author_id) where author_id is not null;
create index burnout_assessment_past_remover_ix on burnout_assessment_past (removed_by) where removed_by is not null;
create index assignment_definition_ix on assignment (assignment_definition_id);
create index client_risk_level_by_ix on client (risk_level_by) where risk_level_by is not null;
create index recording_uploader_ix on recording (uploaded_by) where uploaded_by is not null;
create index transcription_requester_ix on transcription (requested_by) where requested_by is not null;
create index execution_requester_ix on execution (requested_by) where requested_by is not null;
create index execution_template_ix on execution (template_id) where template_id is not null;
create index transcription_integration_ix on transcription (integration_id) where integration_id is not null;
