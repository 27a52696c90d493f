-- Why: pay left the bank gross and on one day. Workers, HMRC, pensions and authorities are creditors of their own, each paid
-- on its own day through a batch that a second person reviews (decision 0071).
alter table business.business drop constraint business_type_check;
alter table business.business add constraint business_type_check check (type in
  ('agency', 'client', 'funder', 'provider', 'contractor', 'limited', 'umbrella', 'selfemployed', 'payer', 'creditor'));
-- One payee of one name: its account is confirmed once.
create unique index business_creditor_name on business.business (provider_id, lower(name)) where type = 'creditor' and deleted_at is null;

alter table ledger.account drop constraint account_kind_check;
alter table ledger.account add constraint account_kind_check check (kind in (
  'client_receivable', 'sales', 'output_vat', 'purchases', 'input_vat', 'agency_control', 'fee_income',
  'contractor_payable', 'oncost_payable', 'agency_earnings_payable', 'platform_fee_payable', 'bank',
  'unallocated_receipt', 'agency_recourse', 'refund_payable',
  'net_pay_payable', 'hmrc_payable', 'pension_payable', 'attachment_payable'));

-- Documents settled by a payslip: what is owed passes to its creditors, and no money moves.
alter table transaction.payment_receipt_detail drop constraint payment_receipt_detail_payment_type_check;
alter table transaction.payment_receipt_detail add constraint payment_receipt_detail_payment_type_check
  check (payment_type in ('bank', 'set_off', 'refund', 'payroll'));

create table transaction.payroll_payment (
  id uuid primary key,
  human_id text not null unique,
  kind text not null check (kind in ('net_pay', 'hmrc', 'pension', 'attachment')),
  status text not null check (status in ('due', 'paid')),
  paye_scheme_id uuid not null references business.paye_scheme (id),
  -- Of the scheme: HMRC is owed by each employer.
  employer_id uuid not null references business.business (id),
  payee_id uuid not null references business.business (id),
  principal_id uuid not null references business.business (id),
  payslip_id uuid references transaction.payslip (id),
  pension_scheme_id uuid references business.pension_scheme (id),
  attachment_order_id uuid references business.attachment_order (id),
  -- The months that are paid for; net pay has its pay day alone.
  period_start date,
  period_end date check (period_end > period_start),
  due_date date not null,
  -- Grows with each payslip until a batch takes it. Not above nothing: it waits for the next payslips.
  amount numeric(15,2) not null,
  currency_id uuid not null references platform.currency (id),
  reference text not null,
  payment_id uuid references transaction.payment_receipt_summary (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payroll_payment_paid check ((status = 'paid') = (payment_id is not null) and (status = 'due' or amount > 0)),
  constraint payroll_payment_of check ((kind = 'net_pay') = (payslip_id is not null)
    and (kind = 'net_pay') = (period_start is null) and (period_start is null) = (period_end is null)
    and (kind = 'pension') = (pension_scheme_id is not null) and (kind = 'attachment' or attachment_order_id is null))
);
create index payroll_payment_due on transaction.payroll_payment (provider_id, status, due_date);
create index payroll_payment_of_provider on transaction.payroll_payment (provider_id, updated_at desc, id);
create index payroll_payment_of_agency on transaction.payroll_payment (agency_id, updated_at desc, id);
create index payroll_payment_scheme on transaction.payroll_payment (paye_scheme_id, kind, status);
create index payroll_payment_employer on transaction.payroll_payment (employer_id);
create index payroll_payment_payee on transaction.payroll_payment (payee_id);
create index payroll_payment_principal on transaction.payroll_payment (principal_id);
create unique index payroll_payment_payslip on transaction.payroll_payment (payslip_id, principal_id) where payslip_id is not null;
create index payroll_payment_pension on transaction.payroll_payment (pension_scheme_id) where pension_scheme_id is not null;
create index payroll_payment_order on transaction.payroll_payment (attachment_order_id) where attachment_order_id is not null;
create index payroll_payment_currency on transaction.payroll_payment (currency_id);
create unique index payroll_payment_payment on transaction.payroll_payment (payment_id) where payment_id is not null;
call log.keep_sealed('transaction.payroll_payment');
call platform.watch_changes('transaction.payroll_payment');

alter table payment.payment_batch_item add column payroll_payment_id uuid references transaction.payroll_payment (id);
alter table payment.payment_batch_item drop constraint payment_batch_item_of_one;
alter table payment.payment_batch_item add constraint payment_batch_item_of_one
  check (num_nonnulls(invoice_id, refund_id, payroll_payment_id) = 1);
create unique index payment_batch_item_payroll on payment.payment_batch_item (payroll_payment_id)
  where status in ('included', 'held', 'paid');
call log.keep_sealed('payment.payment_batch_item');

-- A payslip is a fact that an entry may name.
do $$ begin
  execute replace(pg_get_functiondef('ledger.post(jsonb)'::regprocedure),
    $x$when 'transaction.refund' then$x$,
    $x$when 'transaction.payslip' then exists (select from transaction.payslip s where s.id = t.source_id)
      when 'transaction.refund' then$x$);
end $$;
