insert into pending_job (name, payload)
select 'finish-upload', jsonb_build_object('id', id) from upload where status = 'processing' order by id;
alter table upload drop column attempts, drop column fence, drop column leased_until;
insert into pending_job (name, payload, run_at)
select 'repack-recording', jsonb_build_object('id', id), next_try_at from recording_repack order by id;
alter table recording_repack
  drop column attempts, drop column next_try_at, drop column fence, drop column leased_until;
insert into pending_job (name, payload, run_at)
select 'move-recordings', jsonb_build_object('id', id), next_try_at from recordings_move where status = 'running';
alter table recordings_move
  drop column attempts, drop column next_try_at, drop column fence, drop column leased_until;
