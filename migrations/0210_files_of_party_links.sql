-- Why: a contractor who enters their own details by a link sent passport and permit by mail, past the product.
create table auth.party_link_file (
  id uuid primary key,
  link_id uuid not null references auth.party_link (id),
  type text not null check (type in ('right_to_work', 'identity')),
  file_name text not null,
  file_url text not null,
  content_type text not null,
  sha256 text not null,
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  -- The contractor removed it, or the link ended: its bytes go at night.
  ended_at timestamptz
);
create index party_link_file_link on auth.party_link_file (link_id);
create index party_link_file_url on auth.party_link_file (file_url);
create index party_link_file_ended on auth.party_link_file (ended_at) where ended_at is not null;
