alter table egress
  -- Where the host is, such as "the EU"; null if its name does not tell.
  add column region text;
