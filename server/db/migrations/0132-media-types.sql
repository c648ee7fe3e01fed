-- What a browser is asked whether it plays a recording: container and codecs (RFC 6381). Null where none plays it, or of a
-- recording that came before.
alter table recording add media_type text;
