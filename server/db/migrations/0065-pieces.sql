-- What was said and is longer than a model reads at a time is worked through in pieces: in how many.
alter table execution add pieces integer;
