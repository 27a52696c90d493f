-- Why: nobody redirects money alone (quality S16). An account waits until somebody other than who entered it has
-- confirmed it; a changed account is a new version, and the old one stays until then.
alter table business.bank_account
  add column requested_by text,
  -- The account that this one takes the place of, once it is confirmed.
  add column replaces_id uuid references business.bank_account (id),
  add column decided_by text,
  add column decided_at timestamptz,
  add column decision_comment text,
  -- The hold period of a changed account: its notice can be read before the first money goes there.
  add column payable_from date;
alter table business.bank_account drop constraint bank_account_status_check;
alter table business.bank_account add constraint bank_account_status_check
  check (status in ('pending', 'confirmed', 'retired', 'rejected'));
-- Held by the database too, whatever path leads here.
alter table business.bank_account add constraint bank_account_two_people
  check (status not in ('confirmed', 'retired') or requested_by is null or decided_by is null or decided_by <> requested_by);

-- One change at a time waits for an account; of older ones the newest is kept.
update business.bank_account a set status = 'retired' where status = 'pending' and exists (
  select from business.bank_account b where b.business_id = a.business_id and b.currency_id = a.currency_id
    and b.purpose = a.purpose and b.status = 'pending' and b.deleted_at is null and b.id > a.id);
create unique index bank_account_pending on business.bank_account (business_id, currency_id, purpose)
  where deleted_at is null and status = 'pending';

create function business.keep_bank_account() returns trigger language plpgsql as $$
begin
  if (new.business_id, new.account_holder_name, new.account_number, new.sort_code, new.iban, new.swift_code, new.ach_routing,
      new.currency_id, new.purpose, new.requested_by)
     is distinct from (old.business_id, old.account_holder_name, old.account_number, old.sort_code, old.iban, old.swift_code,
      old.ach_routing, old.currency_id, old.purpose, old.requested_by) then
    raise exception 'a bank account is replaced by a new version, never changed' using errcode = 'restrict_violation';
  end if;
  if new.status = 'confirmed' and old.status <> 'confirmed' and (old.status <> 'pending' or new.decided_by is null
     or new.decided_by = coalesce(old.requested_by, '')) then
    raise exception 'a bank account is confirmed by a second person' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bank_account_kept before update on business.bank_account
  for each row execute function business.keep_bank_account();

-- Why: statements of the bank as files. The lines of one file come in together or not at all.
create table transaction.bank_statement (
  id uuid primary key default platform.new_id(),
  bank_account_id uuid not null references business.bank_account (id),
  provider_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  format text not null check (format in ('csv', 'ofx', 'camt_053', 'mt940')),
  file_name text not null,
  sha256 text not null,
  opening_balance numeric(15,2),
  closing_balance numeric(15,2),
  from_date date not null,
  to_date date not null,
  line_count integer not null check (line_count > 0),
  duplicate_count integer not null check (duplicate_count >= 0),
  money_in numeric(15,2) not null,
  money_out numeric(15,2) not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index bank_statement_provider on transaction.bank_statement (provider_id, created_at desc) where deleted_at is null;
create index bank_statement_account on transaction.bank_statement (bank_account_id, to_date desc) where deleted_at is null;
call platform.watch_changes('transaction.bank_statement');
alter table transaction.bank_line add column bank_statement_id uuid references transaction.bank_statement (id);
create index bank_line_statement on transaction.bank_line (bank_statement_id) where bank_statement_id is not null;

-- How this bank writes its CSV: asked once an account, then remembered.
create table transaction.bank_csv_map (
  bank_account_id uuid primary key references business.bank_account (id),
  map jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null default now()
);

-- Why: matching learns who pays for whom. The name is the payer's as his bank writes it, in letters and digits alone.
create table transaction.payer_memory (
  provider_id uuid not null references business.business (id),
  payer_key text not null,
  business_id uuid not null references business.business (id),
  -- Matches that stand; one taken back counts no more.
  times integer not null check (times >= 0),
  updated_at timestamptz not null default now(),
  primary key (provider_id, payer_key, business_id)
);
alter table transaction.payment_receipt_summary add column payer_key text not null default '';
update transaction.payment_receipt_summary s set payer_key = left(regexp_replace(upper(l.counterparty), '[^A-Z0-9]', '', 'g'), 60)
  from transaction.bank_line l where l.id = s.bank_line_id;
insert into transaction.payer_memory (provider_id, payer_key, business_id, times)
  select s.provider_id, s.payer_key, d.client_id, count(distinct s.id)
  from transaction.payment_receipt_summary s join transaction.payment_receipt_detail d on d.payment_receipt_summary_id = s.id
  where s.type = 'receipt' and s.payer_key <> '' and d.reversal_date is null and d.client_id is not null group by 1, 2, 3;
-- Receipts that still have something to match: what the matching page and the automatic match read.
create index payment_receipt_queue on transaction.payment_receipt_summary (provider_id, transaction_date, id)
  where type = 'receipt' and status in ('allocated', 'partially_matched') and deleted_at is null;

-- Why: money paid too much goes back to its payer, through a batch that a second person reviews, like any payment.
create table transaction.refund (
  id uuid primary key default platform.new_id(),
  payment_receipt_summary_id uuid not null references transaction.payment_receipt_summary (id),
  for_business_id uuid not null references business.business (id),
  principal_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount > 0),
  status text not null default 'requested' check (status in ('requested', 'paid', 'cancelled')),
  reason text not null,
  requested_by text not null,
  payment_id uuid references transaction.payment_receipt_summary (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'paid') = (payment_id is not null))
);
create index refund_receipt on transaction.refund (payment_receipt_summary_id);
create index refund_payment on transaction.refund (payment_id) where payment_id is not null;
create index refund_provider on transaction.refund (provider_id, status, created_at desc);
call platform.watch_changes('transaction.refund');
alter table payment.payment_batch_item alter column invoice_id drop not null, alter column agency_id drop not null,
  add column refund_id uuid references transaction.refund (id),
  add constraint payment_batch_item_of_one check ((invoice_id is null) <> (refund_id is null));
create unique index payment_batch_item_refund on payment.payment_batch_item (refund_id) where status in ('included', 'held', 'paid');

-- Why: what goes to the bank. One file a batch, whatever its form: a second file of the same payments would pay twice.
create table payment.payment_file (
  id uuid primary key default platform.new_id(),
  payment_batch_id uuid not null unique references payment.payment_batch (id),
  provider_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  format text not null check (format in ('bacs', 'pain_001', 'csv')),
  file_name text not null,
  content text not null,
  sha256 text not null,
  amount numeric(15,2) not null,
  payment_count integer not null,
  processing_day date not null,
  service_user_number text,
  made_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payment_file_provider on payment.payment_file (provider_id, created_at desc);
create trigger payment_file_kept before update or delete on payment.payment_file for each row execute function platform.refuse_change();
call platform.watch_changes('payment.payment_file');
