-- The audit log is filtered by the id of a person, along the indexes of user_id and original_user_id. This one served the
-- search by a typed name.
drop index audit_entry_behind_ix;
