-- A client who took a session into their own calendar hears of its changes like one who was reminded: step `taken`.
alter table reminder drop constraint reminder_step_known;
alter table reminder add constraint reminder_step_known check (step in ('taken', 'ahead', 'moved', 'cancelled'));
