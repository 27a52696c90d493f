-- Why: a row that was changed by hand and sealed again by the database's own function passed verify, and so did an inserted one.
-- Seals become a log that only grows: an entry for each statement, with the hash of each row it wrote. At its end the server
-- closes each transaction with a code made by a key that the database does not have, numbered without a gap.
set local timezone = 'UTC';

create sequence log.seal_no;
create sequence log.seal_tx;
create sequence log.seal_chain;
create table log.seal_log (
  tx bigint not null,
  no bigint not null default nextval('log.seal_no'),
  table_no smallint not null,
  -- Insert, update, delete; carried over from earlier seals; first sealed at an upgrade.
  op text not null check (op in ('I', 'U', 'D', 'C', 'S')),
  ids uuid[] not null,
  -- Of each row, in the order of ids; null for deleted rows.
  hashes uuid[] check (hashes is null or cardinality(hashes) = cardinality(ids)),
  primary key (tx, no)
);
alter table log.seal_log alter column ids set storage external, alter column hashes set storage external;
create trigger seal_log_kept before update or delete on log.seal_log for each row execute function platform.refuse_change();

-- A transaction takes any chain that no other one is closing with, so nobody waits.
create table log.seal_head (
  chain integer primary key,
  no bigint not null,
  mac text not null
);
create table log.tx_mac (
  chain integer not null,
  no bigint not null,
  tx bigint not null,
  at timestamptz not null,
  key_id text not null,
  -- The migration of rows that were sealed at an upgrade.
  says text not null default '',
  mac text not null,
  primary key (chain, no)
);
create trigger tx_mac_kept before update or delete on log.tx_mac for each row execute function platform.refuse_change();

-- What verbs read of them: where each chain ends.
create function log.seal_ends() returns table (chain integer, no bigint, mac text) language sql stable security definer
  set search_path = pg_catalog, log as $$ select h.chain, h.no, h.mac from log.seal_head h $$;

-- Signed statements of the ends of all chains; their files are outside of the database.
create table log.anchor (
  no bigint primary key,
  at timestamptz not null,
  anchor jsonb not null
);
create trigger anchor_kept before update or delete on log.anchor for each row execute function platform.refuse_change();

-- What a row says. What is not filled in does not count, so that a column added later leaves the seals good.
create function log.row_hash(r jsonb) returns uuid language sql stable parallel safe
  return encode(substr(sha256(convert_to(jsonb_strip_nulls(r)::text, 'UTF8')), 1, 16), 'hex')::uuid;
-- Keys that are no uuid are known by their hash.
create function log.seal_id(key text) returns uuid language sql immutable parallel safe
  return case when key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then key::uuid else md5(key)::uuid end;

create function log.key_of(r jsonb, keys text[]) returns uuid language sql immutable parallel safe
  return case when cardinality(keys) = 1 then log.seal_id(r ->> keys[1])
    else log.seal_id((select string_agg(r ->> k, '/' order by o) from unnest(keys) with ordinality u(k, o))) end;

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

-- Everything that a transaction sealed, as one hash.
create function log.digest_of(of_tx bigint) returns text language sql stable
  return (select encode(sha256(string_agg(sha256(convert_to(
      concat_ws('|', e.no, e.table_no, e.op, e.ids::text, coalesce(e.hashes::text, '')), 'UTF8')), ''::bytea order by e.no)), 'hex')
    from log.seal_log e where e.tx = of_tx);

-- What the code of this transaction is made of; no row when it sealed nothing. The server calls it last.
create function log.close_seals() returns table (tx bigint, chain integer, no bigint, previous_mac text, at timestamptz, digest text)
  language plpgsql security definer set search_path = pg_catalog, log as $$
#variable_conflict use_column
declare
  this_tx bigint := nullif(current_setting('stint.seal_tx', true), '')::bigint;
  head log.seal_head;
  entries text;
begin
  if this_tx is null then return; end if;
  entries := log.digest_of(this_tx);
  if entries is null then return; end if;
  select * into head from log.seal_head h order by h.chain limit 1 for update skip locked;
  if not found then
    insert into log.seal_head (chain, no, mac) values (nextval('log.seal_chain'), 0, '') returning * into head;
  end if;
  return query select this_tx, head.chain, head.no + 1, head.mac, date_trunc('milliseconds', now()), entries;
end $$;

create function log.keep_mac(of_chain integer, of_no bigint, of_tx bigint, made_at timestamptz, of_key text, said text, code text) returns void
  language sql security definer set search_path = pg_catalog, log as $$
  insert into log.tx_mac (chain, no, tx, at, key_id, says, mac) values (of_chain, of_no, of_tx, made_at, of_key, said, code);
  update log.seal_head set no = of_no, mac = code where chain = of_chain;
$$;

-- Has the rows of a table sealed from now on, those that are there as they are; for migrations alone. A migration that changes
-- rows of a sealed table, or adds a column that is filled in, calls it again. The server closes what it sealed after migrating.
create or replace procedure log.keep_sealed(kept regclass, sealed_by text default 'id') language plpgsql set timezone = 'UTC' as $$
declare
  full_name text := (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = kept);
  nth smallint;
  call text;
  this_tx text := nullif(current_setting('stint.seal_tx', true), '');
begin
  insert into log.sealed_table as t (name, key) values (full_name, sealed_by)
    on conflict (name) do update set key = excluded.key returning no into nth;
  call := format('for each statement execute function log.seal_rows(%s, %L, %L)', nth, sealed_by, coalesce(
    (select 'uuid' from pg_attribute a where a.attrelid = kept and a.attname = sealed_by and a.atttypid = 'uuid'::regtype), 'text'));
  execute format('create or replace trigger seal_insert after insert on %s referencing new table as fresh %s', kept, call);
  execute format('create or replace trigger seal_update after update on %s referencing new table as fresh %s', kept, call);
  execute format('create or replace trigger seal_delete after delete on %s referencing old table as stale %s', kept, call);
  if this_tx is null then
    this_tx := nextval('log.seal_tx');
    perform set_config('stint.seal_tx', this_tx, true);
  end if;
  execute format('insert into log.seal_log (tx, table_no, op, ids, hashes)
    select $1, $2, ''S'', array_agg(x.id), array_agg(x.hash)
    from (select log.key_of(to_jsonb(r), $3) as id, log.row_hash(to_jsonb(r)) as hash, row_number() over () / 10000 as part from %s r) x
    group by x.part', kept) using this_tx::bigint, nth, string_to_array(sealed_by, ',');
end $$;

-- Rows go over as they were sealed: one that differs from its seal gets a hash that no row has, and one that is gone stays missed.
do $$
declare
  sealed record;
  is_new boolean := not exists (select from business.business);
  this_tx bigint := nextval('log.seal_tx');
begin
  perform set_config('stint.seal_tx', this_tx::text, true);
  for sealed in select * from log.sealed_table order by no loop
    execute format('with old as (select %1$s as key, bit_xor(log.hash_of(to_jsonb(t))) as hash from %2$s t group by 1),
      each as (
        -- Rows of the owner had no seal.
        select t.id, log.row_hash(to_jsonb(t)) as hash, s.id is null as is_unsealed, s.hash = old.hash as is_good
        from %2$s t join old on old.key = t.%1$s left join log.seal s on s.table_no = $2 and s.id = t.%1$s
        union all
        select s.id, null, false, false from log.seal s
        where s.table_no = $2 and not exists (select from %2$s t where t.%1$s = s.id))
      insert into log.seal_log (tx, table_no, op, ids, hashes)
      select $1, $2, x.op, array_agg(x.id),
        array_agg(case when x.is_unsealed or x.is_good then x.hash else ''00000000-0000-0000-0000-000000000000'' end)
      from (select e.*, case when e.is_unsealed and not $3 then ''S'' else ''C'' end as op, row_number() over () / 10000 as part from each e) x
      group by x.op, x.part', sealed.key, sealed.name) using this_tx, sealed.no, is_new;
  end loop;
end $$;

do $$
declare
  sealed record;
  kept text;
  is_new boolean := not exists (select from business.business);
begin
  -- The triggers of these know their key by the new rule.
  for sealed in select * from log.sealed_table order by no loop
    execute format('create or replace trigger seal_insert after insert on %s referencing new table as fresh for each statement execute function log.seal_rows(%s, ''id'', ''uuid'')', sealed.name, sealed.no);
    execute format('create or replace trigger seal_update after update on %s referencing new table as fresh for each statement execute function log.seal_rows(%s, ''id'', ''uuid'')', sealed.name, sealed.no);
    execute format('create or replace trigger seal_delete after delete on %s referencing old table as stale for each statement execute function log.seal_rows(%s, ''id'', ''uuid'')', sealed.name, sealed.no);
  end loop;
  update log.sealed_table set key = 'id';
  drop table log.seal;
  drop function log.hash_of(jsonb);
  foreach kept in array array[
    'auth.user', 'auth.account', 'platform.user', 'business.business_contact', 'business.business_feature',
    'business.business', 'business.individual', 'business.address', 'business.chase_step', 'business.chase_pause',
    'business.statement_schedule', 'business.client_statement_schedule',
    'config.configuration', 'config.business_tax', 'platform.currency',
    'contract.contract', 'contract.contract_entity', 'contract.contract_contact', 'contract.contract_activity',
    'integrations.config_detail', 'platform.report_schedule',
    'log.mail', 'log.mail_attachment', 'log.impersonation', 'platform.document', 'platform.attachment', 'platform.note',
    'request.flow', 'request.change_request_activity', 'transaction.chase', 'transaction.chase_invoice']
  loop
    call log.keep_sealed(kept::regclass);
  end loop;
  call log.keep_sealed('platform.feature', 'code');
  call log.keep_sealed('platform.invoice_series', 'issuer_id,kind');
  call log.keep_sealed('transaction.bank_csv_map', 'bank_account_id');
  call log.keep_sealed('transaction.payer_memory', 'provider_id,payer_key,business_id');
  -- The end of each audit chain.
  call log.keep_sealed('log.audit_head', 'chain_id');
  -- A new database was never without seals.
  if is_new then
    alter table log.seal_log disable trigger seal_log_kept;
    update log.seal_log set op = 'C' where op = 'S';
    alter table log.seal_log enable trigger seal_log_kept;
  end if;
end $$;
