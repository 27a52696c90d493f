-- Why: documents and uploads of one business are limited over all servers; a crash of the database may forget who is at it.
create unlogged table platform.lease (
  class text,
  key text,
  slot int,
  node_id uuid not null,
  until timestamptz not null,
  primary key (class, key, slot)
) with (fillfactor = 50);
