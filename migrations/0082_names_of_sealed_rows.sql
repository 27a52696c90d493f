-- Why: a deleted row whose key is no uuid, such as a feature, was named in verify's report by the hash of its key. The keys are
-- kept beside the seals; each is checked against its hash where it is read.
create table log.seal_key (
  table_no smallint not null,
  id uuid not null,
  key text not null,
  primary key (table_no, id)
);

create function log.key_text(r jsonb, keys text[]) returns text language sql immutable parallel safe
  return case when cardinality(keys) = 1 then r ->> keys[1]
    else (select string_agg(r ->> k, '/' order by o) from unnest(keys) with ordinality u(k, o)) end;

-- As migration 0072 has it, and keeps the keys of inserted rows that have no uuid.
create or replace function log.seal_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, log set timezone = 'UTC' as $$
declare
  key text := tg_argv[1];
  keys text[] := string_to_array(key, ',');
  is_uuid boolean := tg_argv[2] = 'uuid';
  this_tx text := nullif(current_setting('stint.seal_tx', true), '');
  found_ids uuid[];
  found_hashes uuid[];
begin
  -- Not of the product: nothing is sealed for the owner of the tables.
  if session_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return null; end if;
  -- A cast is thirty times as fast as a function.
  if tg_op = 'DELETE' then
    if is_uuid then
      select array_agg((r.j ->> key)::uuid) into found_ids from (select to_jsonb(f) as j from stale f) r;
    else
      select array_agg(log.key_of(r.j, keys)) into found_ids from (select to_jsonb(f) as j from stale f) r;
    end if;
  elsif is_uuid then
    select array_agg((r.j ->> key)::uuid), array_agg(log.row_hash(r.j)) into found_ids, found_hashes
      from (select to_jsonb(f) as j from fresh f) r;
  else
    select array_agg(log.key_of(r.j, keys)), array_agg(log.row_hash(r.j)) into found_ids, found_hashes
      from (select to_jsonb(f) as j from fresh f) r;
    if tg_op = 'INSERT' then
      insert into log.seal_key (table_no, id, key)
        select tg_argv[0]::smallint, log.key_of(r.j, keys), log.key_text(r.j, keys) from (select to_jsonb(f) as j from fresh f) r
        on conflict do nothing;
    end if;
  end if;
  if found_ids is null then return null; end if;
  if this_tx is null then
    this_tx := nextval('log.seal_tx');
    perform set_config('stint.seal_tx', this_tx, true);
  end if;
  insert into log.seal_log (tx, table_no, op, ids, hashes)
    values (this_tx::bigint, tg_argv[0]::smallint, left(tg_op, 1), found_ids, found_hashes);
  return null;
end $$;

-- Keeps the keys of a table's rows that have no uuid; for migrations alone, after log.keep_sealed of such a table.
create procedure log.keep_keys(kept text) language plpgsql as $$
begin
  execute format('insert into log.seal_key (table_no, id, key)
    select s.no, log.key_of(to_jsonb(r), string_to_array(s.key, '','')), log.key_text(to_jsonb(r), string_to_array(s.key, '',''))
    from log.sealed_table s, %s r where s.name = %L on conflict do nothing', kept, kept);
end $$;

do $$
declare kept text;
begin
  for kept in
    select s.name from log.sealed_table s
    where not exists (select from pg_attribute a where a.attrelid = to_regclass(s.name) and a.attname = s.key and a.atttypid = 'uuid'::regtype)
  loop
    call log.keep_keys(kept);
  end loop;
end $$;
