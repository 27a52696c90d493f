-- Why: employers tell HMRC of each payment on or before the pay day, and once a month of what payments do not say. The files
-- are made here, and filed elsewhere; nothing is told twice (payroll-run, returns).
create table transaction.rti_submission (
  id uuid primary key,
  human_id text not null unique,
  kind text not null check (kind in ('fps', 'eps')),
  paye_scheme_id uuid not null references business.paye_scheme (id),
  -- Of payments.
  pay_run_id uuid references transaction.pay_run (id),
  tax_year integer not null,
  tax_month integer not null check (tax_month between 1 and 12),
  status text not null check (status in ('built', 'validated', 'filed_outside')),
  -- Workers of an FPS.
  employee_count integer not null default 0,
  -- Name and sentence of each thing to put right.
  faults jsonb not null default '[]',
  fault_count integer not null default 0,
  -- Of a file without faults: what HMRC is sent, its mark, and the mark as receipts print it.
  content text,
  irmark text,
  receipt_mark text,
  late_reason text check (late_reason in ('foreign_employer', 'shares_or_benefit', 'ni_only', 'paid_by_the_day',
    'micro_employer', 'impracticable', 'reasonable_excuse', 'late_correction')),
  is_final boolean not null default false,
  no_payment boolean not null default false,
  inactive_months integer not null default 0 check (inactive_months between 0 and 12),
  claims_allowance boolean not null default false,
  receipt text,
  filer text,
  filed_at timestamptz,
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'fps') = (pay_run_id is not null)),
  check ((status = 'built') = (content is null)),
  check ((content is null) = (irmark is null) and (content is null) = (receipt_mark is null)),
  check ((status = 'filed_outside') = (receipt is not null)
    and (receipt is null) = (filed_at is null) and (receipt is null) = (filer is null))
);
create unique index rti_submission_content on transaction.rti_submission (irmark, kind);
create unique index rti_submission_of_run on transaction.rti_submission (pay_run_id);
-- Until it is filed, a month has one summary, which is built again.
create unique index rti_submission_of_month on transaction.rti_submission (paye_scheme_id, tax_year, tax_month)
  where kind = 'eps' and status <> 'filed_outside';
create index rti_submission_of_scheme on transaction.rti_submission (paye_scheme_id, tax_year, tax_month);
create index rti_submission_of_provider on transaction.rti_submission (provider_id, updated_at desc, id);
create index rti_submission_of_agency on transaction.rti_submission (agency_id, updated_at desc, id);
create index rti_submission_maker on transaction.rti_submission (created_by);
-- What was filed stays as it was.
create function transaction.keep_filed_return() returns trigger language plpgsql as $$
begin
  raise exception 'a filed return is kept';
end $$;
create trigger rti_submission_kept before update or delete on transaction.rti_submission
  for each row when (old.status = 'filed_outside') execute function transaction.keep_filed_return();
call log.keep_sealed('transaction.rti_submission');
call platform.watch_changes('transaction.rti_submission');
