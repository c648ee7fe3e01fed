-- By which message the coach was told of a mark: where that reaches nobody in the end, nobody was told.
alter table safety_mark add column message_id uuid
  constraint safety_mark_message_fk references message (id) on delete set null;
create index safety_mark_message_ix on safety_mark (message_id) where message_id is not null;

-- Written in one transaction, so at one moment.
update safety_mark set message_id = message.id
from message
where message.kind = 'safetyMark' and message.user_id = safety_mark.told_user_id
  and message.created_at = safety_mark.raised_at;
update safety_mark set told_user_id = null
from message
where message.id = safety_mark.message_id and message.status in ('failed', 'kept') and acknowledged_at is null;
