-- What many bear in the middle of a word ("ensen") is met by going along the names. With what is looked into beside the
-- name in the index, a page of the index tells of fifty people, where each of them stood on a page of the table.
drop index user_name_ix;
create index user_name_ix on "user" (name, id) include (search_rest);
drop index coach_name_ix;
create index coach_name_ix on coach (name, id) include (search_rest);
drop index client_name_ix;
create index client_name_ix on client (name, id) include (search_rest);
