-- What made something under a key of its sender (decision 72), so that the same request, sent again, makes nothing. Both
-- hashes are made with the key, which is not kept: without it they tell nothing.
create table sent_request (
  key_hash text constraint sent_request_pk primary key,
  user_id uuid not null constraint sent_request_user_fk references "user" on delete cascade,
  digest text not null,
  made_id uuid not null,
  created_at timestamptz not null default now()
);
create index sent_request_user_ix on sent_request (user_id, created_at);
create index sent_request_created_ix on sent_request (created_at);
insert into retention (kind, days) values ('sent_request', 1);
