-- When the person a message is for has seen in the product what it tells.
alter table message add column read_at timestamptz;
-- The bell: the latest of one person.
drop index message_user_ix;
create index message_user_ix on message (user_id, created_at desc, id desc) where user_id is not null;
