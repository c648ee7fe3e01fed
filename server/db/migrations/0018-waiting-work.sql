-- Sessions whose recording waits to be transcribed are found among those without a transcript. Those without a recording
-- or a conversation have their indexes since 0007.
create index session_untranscribed_ix on session (id) include (client_id) where transcribed_text_raw is null;
