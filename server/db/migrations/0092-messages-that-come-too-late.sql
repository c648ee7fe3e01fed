-- From when on a message tells of what has passed: then it does not leave any more. Null: it can be told at any time.
alter table message add column expires_at timestamptz;
