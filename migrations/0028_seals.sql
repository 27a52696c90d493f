-- Why: a row of money or evidence that is changed or taken away behind the product's back is found by verify, whatever its
-- column says (quality R12). What the product writes it seals: a hash of the row, kept apart from it. Whoever goes around the
-- product, as the owner of the tables or past their triggers, leaves the old seal standing.
create table log.sealed_table (
  no smallint primary key generated always as identity,
  name text not null unique,
  -- Rows that are written once and together share a seal: the postings of a transaction.
  key text not null
);
create table log.seal (
  table_no smallint not null,
  id uuid not null,
  hash bigint not null,
  primary key (table_no, id)
);

-- What a row says. What is not filled in does not count, so that a column added later leaves the seals good.
create function log.hash_of(r jsonb) returns bigint language sql immutable strict parallel safe
  return ('x' || left(md5(jsonb_strip_nulls(r)::text), 16))::bit(64)::bigint;

-- Moments read the same in every session.
create function log.seal_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, log set timezone = 'UTC' as $$
declare
  sealed smallint := tg_argv[0]::smallint;
  key text := tg_argv[1];
begin
  -- Not of the product: nothing is sealed for the owner of the tables.
  if session_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return null; end if;
  if tg_op = 'DELETE' then
    delete from log.seal s using (select (to_jsonb(r) ->> key)::uuid as id from stale r) d where s.table_no = sealed and s.id = d.id;
    return null;
  end if;
  insert into log.seal as s (table_no, id, hash)
  select sealed, (r.j ->> key)::uuid, bit_xor(log.hash_of(r.j)) from (select to_jsonb(f) as j from fresh f) r group by 2
  on conflict (table_no, id) do update set hash = case when key = 'id' then excluded.hash else s.hash # excluded.hash end;
  return null;
end $$;

-- Has the rows of a table sealed from now on, those that are there as they are. A migration that changes rows of a sealed
-- table, or adds a column that is filled in, calls it again.
create procedure log.keep_sealed(kept regclass, sealed_by text default 'id') language plpgsql set timezone = 'UTC' as $$
declare
  full_name text := (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = kept);
  nth smallint;
  call text;
begin
  insert into log.sealed_table as t (name, key) values (full_name, sealed_by)
    on conflict (name) do update set key = excluded.key returning no into nth;
  call := format('for each statement execute function log.seal_rows(%s, %L)', nth, sealed_by);
  execute format('create or replace trigger seal_insert after insert on %s referencing new table as fresh %s', kept, call);
  execute format('create or replace trigger seal_update after update on %s referencing new table as fresh %s', kept, call);
  execute format('create or replace trigger seal_delete after delete on %s referencing old table as stale %s', kept, call);
  delete from log.seal where table_no = nth;
  execute format('insert into log.seal select %s, %I, bit_xor(log.hash_of(to_jsonb(r))) from %s r group by 2', nth, sealed_by, kept);
end $$;

do $$
declare kept text;
begin
  foreach kept in array array[
    'business.bank_account', 'business.credit_limit', 'business.funding_rule',
    'contract.rate', 'contract.service_charge',
    'ledger.account', 'ledger.transaction',
    'payment.payment_batch', 'payment.payment_batch_item', 'payment.payment_file',
    'transaction.bank_line', 'transaction.collection_note', 'transaction.consolidated_invoice', 'transaction.credit_allocation',
    'transaction.disallowance', 'transaction.expense', 'transaction.expense_activity', 'transaction.expense_detail',
    'transaction.invoice', 'transaction.invoice_entity', 'transaction.invoice_line', 'transaction.invoice_set',
    'transaction.payment_receipt_detail', 'transaction.payment_receipt_summary', 'transaction.payroll_figure',
    'transaction.recourse_entry', 'transaction.refinement', 'transaction.refund',
    'transaction.timesheet', 'transaction.timesheet_activity', 'transaction.timesheet_detail']
  loop
    call log.keep_sealed(kept::regclass);
  end loop;
  call log.keep_sealed('ledger.posting', 'transaction_id');
end $$;
