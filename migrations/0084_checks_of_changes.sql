-- Why: every round checked all rows, so that a fault in what had just changed was found hours later in a large database. A round
-- judges what was written since the last one; the cursor says how far each chain of seals and of the audit log is judged.
create table platform.check_cursor (
  log text not null check (log in ('seals', 'audit')),
  chain text not null,
  no bigint not null,
  -- The code or hash there: a chain that differs was written anew.
  mac text not null,
  -- The newest sealed transaction of the chain.
  tx bigint not null default 0,
  primary key (log, chain)
);

-- What was written before is judged by the checks of all rows.
insert into platform.check_cursor (log, chain, no, mac, tx)
  select 'seals', h.chain, h.no, h.mac, m.tx from log.seal_head h join log.tx_mac m on m.chain = h.chain and m.no = h.no;
insert into platform.check_cursor (log, chain, no, mac) select 'audit', chain_id, chain_no, hash from log.audit_head;

-- A check may judge changes before it first reads all rows.
alter table platform.check_result
  alter column checked_at drop not null,
  alter column took_ms drop not null,
  add column changed_at timestamptz,
  -- A fault was found among the changes: the next round reads all rows.
  add column is_due boolean not null default false;

-- What the checks of changes look up.
create index seal_log_upgrade on log.seal_log (table_no) where op = 'S';
create index payment_batch_item_payment on payment.payment_batch_item (payment_receipt_summary_id) where payment_receipt_summary_id is not null;
