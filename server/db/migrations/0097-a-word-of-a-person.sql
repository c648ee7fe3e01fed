-- Whether somebody has a word is asked of the people of a thousand entries of the audit log: one step down the index for
-- each, where all words of each were looked through.
set local maintenance_work_mem = '256MB';
drop index user_word_id_ix;
create index user_word_id_ix on user_word (id, word);
