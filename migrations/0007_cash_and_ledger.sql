-- Why: cash in, cash out, and the double-entry ledger under all of it. The books are the principal's: the
-- provider, or the funder in the indirect model.
create table transaction.bank_line (
  id uuid primary key default platform.new_id(),
  bank_account_id uuid not null references business.bank_account (id),
  provider_id uuid not null references business.business (id),
  transaction_date date not null,
  amount numeric(15,2) not null check (amount <> 0),
  currency_id uuid not null references platform.currency (id),
  reference text not null default '',
  counterparty text not null default '',
  -- Bank's own id, or a hash of date, amount, reference and running number: the same line comes in once.
  dedupe_key text not null,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (bank_account_id, dedupe_key)
);

create table transaction.payment_receipt_summary (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  type text not null check (type in ('receipt', 'payment')),
  status text not null check (status in ('allocated', 'partially_matched', 'matched', 'reversed', 'cancelled')),
  -- Who paid (receipt) or is paid (payment).
  for_business_id uuid not null references business.business (id),
  -- Whose bank account it is: the principal.
  principal_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  client_id uuid references business.business (id),
  contractor_id uuid references business.business (id),
  funder_id uuid references business.business (id),
  bank_line_id uuid unique references transaction.bank_line (id),
  bank_account_id uuid references business.bank_account (id),
  payment_batch_id uuid,
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount > 0),
  matched_amount numeric(15,2) not null default 0 check (matched_amount >= 0),
  unmatched_amount numeric(15,2) generated always as (amount - matched_amount) stored check (amount - matched_amount >= 0),
  transaction_date date not null,
  reference text not null default '',
  comment text,
  created_by text not null,
  reversed_at timestamptz,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index payment_receipt_provider on transaction.payment_receipt_summary (provider_id, type, updated_at desc) where deleted_at is null;
create index payment_receipt_agency on transaction.payment_receipt_summary (agency_id, type, updated_at desc) where deleted_at is null;
create index payment_receipt_client on transaction.payment_receipt_summary (client_id, type, updated_at desc) where deleted_at is null;
create index payment_receipt_contractor on transaction.payment_receipt_summary (contractor_id, type, updated_at desc) where deleted_at is null;
create index payment_receipt_funder on transaction.payment_receipt_summary (funder_id, type, updated_at desc) where deleted_at is null;

-- One match of one receipt (or payment) with one document. Reversed, never removed (money.md §1.8).
create table transaction.payment_receipt_detail (
  id uuid primary key default platform.new_id(),
  payment_receipt_summary_id uuid not null references transaction.payment_receipt_summary (id),
  invoice_id uuid not null references transaction.invoice (id),
  amount numeric(15,2) not null check (amount > 0),
  currency_id uuid not null references platform.currency (id),
  payment_type text not null default 'bank' check (payment_type in ('bank', 'set_off', 'refund')),
  post_date date not null,
  reversal_date date,
  reversal_reason text,
  provider_id uuid not null, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payment_receipt_detail_summary on transaction.payment_receipt_detail (payment_receipt_summary_id);
create index payment_receipt_detail_invoice on transaction.payment_receipt_detail (invoice_id);

create function transaction.keep_receipt_detail() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.reversal_date is not null
     or (new.payment_receipt_summary_id, new.invoice_id, new.amount, new.currency_id, new.post_date)
        is distinct from (old.payment_receipt_summary_id, old.invoice_id, old.amount, old.currency_id, old.post_date) then
    raise exception 'a match line is reversed, never changed or removed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_receipt_detail_kept before update or delete on transaction.payment_receipt_detail
  for each row execute function transaction.keep_receipt_detail();

create table payment.payment_batch (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  status text not null default 'hold' check (status in ('hold', 'under_review', 'reviewed', 'completed', 'cancelled')),
  principal_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  run_date date not null,
  amount numeric(15,2) not null default 0,
  item_count integer not null default 0,
  made_by text not null,
  reviewed_by text,
  reviewed_at timestamptz,
  completed_by text,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Maker and checker differ.
  check (reviewed_by is null or reviewed_by <> made_by)
);
create index payment_batch_provider on payment.payment_batch (provider_id, updated_at desc) where deleted_at is null;
alter table transaction.payment_receipt_summary add constraint payment_of_batch foreign key (payment_batch_id) references payment.payment_batch (id);

create table payment.payment_batch_item (
  id uuid primary key default platform.new_id(),
  payment_batch_id uuid not null references payment.payment_batch (id),
  invoice_id uuid not null references transaction.invoice (id),
  payee_id uuid not null references business.business (id),
  bank_account_id uuid references business.bank_account (id),
  provider_id uuid not null, agency_id uuid not null, contractor_id uuid,
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount > 0),
  status text not null default 'included' check (status in ('included', 'held', 'paid', 'removed')),
  hold_reason text,
  payment_receipt_summary_id uuid references transaction.payment_receipt_summary (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payment_batch_item_batch on payment.payment_batch_item (payment_batch_id);
-- A document is in one unfinished batch at a time.
create unique index payment_batch_item_live on payment.payment_batch_item (invoice_id) where status in ('included', 'held');

create table ledger.account (
  id uuid primary key default platform.new_id(),
  -- Whose books.
  principal_id uuid not null references business.business (id),
  kind text not null check (kind in (
    'client_receivable', 'sales', 'output_vat', 'purchases', 'input_vat', 'agency_control', 'fee_income',
    'contractor_payable', 'oncost_payable', 'agency_earnings_payable', 'platform_fee_payable', 'bank',
    'unallocated_receipt', 'agency_recourse', 'refund_payable')),
  -- With whom; null for accounts that need no counterparty.
  business_id uuid references business.business (id),
  currency_id uuid not null references platform.currency (id),
  created_at timestamptz not null default now()
);
create unique index account_key on ledger.account (principal_id, kind, coalesce(business_id, '00000000-0000-0000-0000-000000000000'), currency_id);

create table ledger.transaction (
  id uuid primary key default platform.new_id(),
  -- What happened: invoice_set, receipt, match, unmatch, receipt_reversal, payment, credit.
  kind text not null,
  source_entity text not null,
  source_id uuid not null,
  principal_id uuid not null references business.business (id),
  provider_id uuid not null, agency_id uuid,
  reverses_id uuid unique references ledger.transaction (id),
  -- One effect of one fact: the same fact cannot post twice.
  fact_key text not null unique,
  post_date date not null,
  created_at timestamptz not null default now()
);
create index ledger_transaction_source on ledger.transaction (source_entity, source_id);
create trigger ledger_transaction_kept before update or delete on ledger.transaction for each row execute function platform.refuse_change();

create table ledger.posting (
  id uuid primary key default platform.new_id(),
  transaction_id uuid not null references ledger.transaction (id),
  account_id uuid not null references ledger.account (id),
  invoice_id uuid references transaction.invoice (id),
  agency_id uuid,
  currency_id uuid not null references platform.currency (id),
  -- Debit positive, credit negative.
  amount numeric(15,2) not null check (amount <> 0),
  post_date date not null,
  created_at timestamptz not null default now()
);
create index posting_transaction on ledger.posting (transaction_id);
create index posting_account on ledger.posting (account_id, post_date) include (amount);
create index posting_invoice on ledger.posting (invoice_id) where invoice_id is not null;
create trigger posting_kept before update or delete on ledger.posting for each row execute function platform.refuse_change();
create trigger posting_not_emptied before truncate on ledger.posting for each statement execute function platform.refuse_change();

-- The postings of a ledger transaction come in one statement and sum to zero per currency; a later statement
-- may add to it only what sums to zero again. Checked once a statement, not once a row, so that a run of
-- thousands of documents pays for it once, and at once, not at commit (decision 0003).
create function ledger.check_balance() returns trigger language plpgsql as $$
declare bad record;
begin
  select transaction_id, currency_id, sum(amount) as difference into bad
    from fresh group by transaction_id, currency_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'postings of % do not balance: % over', bad.transaction_id, bad.difference using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger posting_balanced after insert on ledger.posting referencing new table as fresh
  for each statement execute function ledger.check_balance();
