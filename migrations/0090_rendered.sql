-- Why: a document was laid out anew for each reader and each mail. It is kept under the hash of all that it prints.
create table platform.rendered (
  order_hash text primary key check (order_hash ~ '^[0-9a-f]{64}$'),
  -- In the store of printed documents, which backups leave out.
  file_url text not null,
  sha256 text not null,
  -- Of the books key, over order and document: an edited row is no document.
  code text not null,
  made_at timestamptz not null
);

create index rendered_made on platform.rendered (made_at);
