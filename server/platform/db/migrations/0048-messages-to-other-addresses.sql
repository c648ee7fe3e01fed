alter table message
  -- Whose message it is where it goes to another address than the account's; null: user_id says it.
  add column about_user_id uuid,
  add constraint message_about_user_fk foreign key (about_user_id) references "user"(id) on delete cascade;
create index message_about_user_ix on message (about_user_id) where (about_user_id is not null);

-- Request and confirmation of a new email are recorded in the transaction that wrote their message.
update message set about_user_id = "user".id
from audit_entry join "user" on "user".id = audit_entry.row_id
where message.user_id is null and message.kind in ('emailChange', 'emailChanged')
  and audit_entry.action in ('email-change-asked', 'email-changed') and audit_entry.created_at = message.created_at;
