-- An answer that became worse after its mark was acknowledged is marked anew: one mark of a questionnaire is open at a time.
alter table safety_mark drop constraint safety_mark_questionnaire_key;
create unique index safety_mark_open_key on safety_mark (questionnaire_id) where acknowledged_at is null;
create index safety_mark_questionnaire_ix on safety_mark (questionnaire_id, raised_at);
