-- Why: from one approved piece of work one set of documents (design: money.md §1.5). Issued documents never
-- change but for what cash does to them; corrections are documents of their own.
create table transaction.refinement (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  mode text not null check (mode in ('full', 'difference')),
  reason text not null,
  status text not null default 'completed',
  transaction_id uuid not null,
  transaction_type text not null,
  provider_id uuid not null, agency_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table transaction.invoice_set (
  id uuid primary key default platform.new_id(),
  generated_for text not null check (generated_for in ('timesheet', 'expense', 'perm_placement', 'sales_invoice', 'purchase_ledger', 'adhoc_fee')),
  generation_type text not null check (generation_type in
    ('timesheet', 'paye_timesheet', 'payroll_timesheet', 'expense', 'perm_placement', 'sales_invoice', 'purchase_ledger', 'adhoc_fee')),
  status text not null default 'live' check (status in ('live', 'credited')),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid references business.business (id),
  contractor_id uuid references business.business (id),
  funder_id uuid references business.business (id),
  contractor_payment_id uuid references business.business (id),
  contract_id uuid not null references contract.contract (id),
  timesheet_id uuid references transaction.timesheet (id),
  expense_id uuid references transaction.expense (id),
  version integer not null default 1,
  funding_model text not null,
  funding_type text not null,
  currency_id uuid not null references platform.currency (id),
  raised_date date not null,
  total_units numeric(12,4),
  -- CN CV CG, KN KV KG, FN FV FG, E, AG AV AN of money.md §1.4.
  client_net numeric(15,2) not null, client_tax numeric(15,2) not null, client_gross numeric(15,2) not null,
  contractor_net numeric(15,2) not null, contractor_tax numeric(15,2) not null, contractor_gross numeric(15,2) not null,
  fee_net numeric(15,2) not null, fee_tax numeric(15,2) not null, fee_gross numeric(15,2) not null,
  on_costs numeric(15,2) not null,
  agency_gross numeric(15,2) not null, agency_tax numeric(15,2) not null, agency_net numeric(15,2) not null,
  refinement_id uuid references transaction.refinement (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (client_gross = contractor_gross + fee_gross + on_costs + agency_gross),
  check (client_net = contractor_net + fee_net + on_costs + agency_net),
  check (client_tax = contractor_tax + fee_tax + agency_tax),
  check (client_gross = client_net + client_tax and contractor_gross = contractor_net + contractor_tax and fee_gross = fee_net + fee_tax)
);
-- Approving twice cannot raise two sets, whoever asks (money.md §1.8).
create unique index invoice_set_of_timesheet on transaction.invoice_set (timesheet_id, version, generation_type) where timesheet_id is not null;
create unique index invoice_set_of_expense on transaction.invoice_set (expense_id, version, generation_type) where expense_id is not null;
create index invoice_set_contract on transaction.invoice_set (contract_id);
create index invoice_set_agency on transaction.invoice_set (agency_id, raised_date desc) where deleted_at is null;

-- What a document said of a party on the day it was issued; equal descriptions share a row.
create table transaction.invoice_entity (
  id uuid primary key default platform.new_id(),
  content_hash text not null unique,
  business_id uuid not null references business.business (id),
  business_name text not null,
  business_type text not null,
  invoicing_address text not null,
  country_code text not null,
  email text,
  registration_number text,
  vat_number text,
  logo_attachment_id uuid,
  created_at timestamptz not null default now()
);
create trigger invoice_entity_kept before update or delete on transaction.invoice_entity for each row execute function platform.refuse_change();

create table transaction.invoice (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  invoice_set_id uuid not null references transaction.invoice_set (id),
  type text not null check (type in (
    'provider-client', 'agency-client', 'funder-client', 'agency-funder', 'funder-agency', 'contractor-agency',
    'agency-provider', 'provider-agency', 'platform_fee', 'agency_earnings',
    'apprenticeship_levy', 'employer_ni', 'employer_pension', 'holiday_pay_retained')),
  generation_type text not null,
  status text not null default 'open' check (status in ('draft', 'generated', 'open', 'closed', 'cancelled')),
  funding_status text not null default 'not_applicable' check (funding_status in ('not_applicable', 'pending', 'funded', 'held', 'released', 'recourse')),
  funding_type text not null,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid references business.business (id),
  contractor_id uuid references business.business (id),
  funder_id uuid references business.business (id),
  from_business_id uuid not null references business.business (id),
  to_business_id uuid not null references business.business (id),
  from_invoice_entity_id uuid not null references transaction.invoice_entity (id),
  to_invoice_entity_id uuid not null references transaction.invoice_entity (id),
  -- Self-billing: the document is made by to_business in the name of from_business (registers.md §4.2).
  is_self_billed boolean not null default false,
  is_vat_invoice boolean not null default true,
  -- The debt stands assigned to this business, said on the document.
  assigned_to_id uuid references business.business (id),
  contract_id uuid not null references contract.contract (id),
  timesheet_id uuid references transaction.timesheet (id),
  expense_id uuid references transaction.expense (id),
  transaction_id uuid not null,
  transaction_type text not null,
  payment_company_id uuid references business.business (id),
  payment_company_type text,
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null,
  tax_amount numeric(15,2) not null,
  total_amount numeric(15,2) not null,
  -- total - live receipt details - live credits; kept by the verbs that move cash, proved by verify (I3).
  outstanding_balance numeric(15,2) not null,
  paid_amount numeric(15,2) not null default 0,
  business_tax_id uuid not null references config.business_tax (id),
  raised_date date not null,
  tax_point date not null,
  due_date date not null,
  payment_terms integer not null default 0,
  release_condition text not null default 'due_date' check (release_condition in ('due_date', 'run_date', 'client_receipt', 'statutory', 'set_off', 'none')),
  last_payment_date date,
  is_part_paid boolean not null default false,
  is_disallowed boolean not null default false,
  disallowed_status text check (disallowed_status in ('Age disapproval', 'Credit Limit exceeded', 'Partly paid invoice disapproval')),
  disallowed_amount numeric(15,2) not null default 0,
  is_disputed boolean not null default false,
  dispute_reason text,
  is_debit boolean not null default false,
  is_credit_note boolean not null default false,
  parent_invoice_id uuid references transaction.invoice (id),
  refinement_id uuid references transaction.refinement (id),
  po_number text,
  period_start date,
  period_end date,
  payable_bank_account_id uuid references business.bank_account (id),
  consolidated_invoice_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (total_amount = amount + tax_amount),
  check (is_credit_note = (parent_invoice_id is not null)),
  check (status <> 'closed' or outstanding_balance = 0)
);
create index invoice_set_documents on transaction.invoice (invoice_set_id);
create index invoice_timesheet on transaction.invoice (timesheet_id) where timesheet_id is not null;
create index invoice_contract on transaction.invoice (contract_id);
create index invoice_parent on transaction.invoice (parent_invoice_id) where parent_invoice_id is not null;
create index invoice_provider on transaction.invoice (provider_id, updated_at desc) where deleted_at is null;
create index invoice_provider_status on transaction.invoice (provider_id, status, updated_at desc) where deleted_at is null;
create index invoice_provider_type on transaction.invoice (provider_id, status, type) where deleted_at is null;
create index invoice_agency on transaction.invoice (agency_id, updated_at desc) where deleted_at is null;
create index invoice_agency_status on transaction.invoice (agency_id, status, updated_at desc) where deleted_at is null;
create index invoice_agency_type on transaction.invoice (agency_id, status, type) where deleted_at is null;
create index invoice_agency_human_id on transaction.invoice (agency_id, human_id desc) where deleted_at is null;
create index invoice_agency_raised on transaction.invoice (agency_id, raised_date) where deleted_at is null;
-- A client and a contractor each see only some types: their rule is the index's own condition.
create index invoice_client on transaction.invoice (client_id, updated_at desc)
  where deleted_at is null and type in ('provider-client', 'agency-client', 'funder-client');
create index invoice_client_status on transaction.invoice (client_id, status, due_date)
  where deleted_at is null and type in ('provider-client', 'agency-client', 'funder-client');
create index invoice_contractor on transaction.invoice (contractor_id, updated_at desc)
  where deleted_at is null and type = 'contractor-agency';
create index invoice_funder on transaction.invoice (funder_id, updated_at desc)
  where deleted_at is null and status in ('open', 'closed') and type in ('provider-client', 'agency-funder', 'funder-agency', 'agency-client');
create index invoice_funder_status on transaction.invoice (funder_id, status, type)
  where deleted_at is null and status in ('open', 'closed') and type in ('provider-client', 'agency-funder', 'funder-agency', 'agency-client');
create index invoice_payable on transaction.invoice (provider_id, due_date)
  where deleted_at is null and status = 'open' and type in ('contractor-agency', 'agency_earnings');
create index invoice_human_id_trgm on transaction.invoice using gin (human_id gin_trgm_ops) where deleted_at is null;

create function transaction.keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an issued document is never removed' using errcode = 'restrict_violation';
  end if;
  if (new.human_id, new.invoice_set_id, new.type, new.from_business_id, new.to_business_id, new.from_invoice_entity_id, new.to_invoice_entity_id,
      new.provider_id, new.agency_id, new.client_id, new.contractor_id, new.currency_id, new.amount, new.tax_amount, new.total_amount,
      new.raised_date, new.tax_point, new.is_credit_note, new.parent_invoice_id, new.is_self_billed)
     is distinct from
     (old.human_id, old.invoice_set_id, old.type, old.from_business_id, old.to_business_id, old.from_invoice_entity_id, old.to_invoice_entity_id,
      old.provider_id, old.agency_id, old.client_id, old.contractor_id, old.currency_id, old.amount, old.tax_amount, old.total_amount,
      old.raised_date, old.tax_point, old.is_credit_note, old.parent_invoice_id, old.is_self_billed) then
    raise exception 'an issued document does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoice_kept before update or delete on transaction.invoice for each row execute function transaction.keep_issued_invoice();

create table transaction.invoice_line (
  id uuid primary key default platform.new_id(),
  invoice_id uuid not null references transaction.invoice (id),
  agency_id uuid not null,
  provider_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  position integer not null,
  description text not null,
  rate_name text,
  unit_type text,
  units numeric(12,4) not null,
  rate numeric(12,4) not null,
  amount numeric(15,2) not null,
  tax_type text not null,
  tax_rate numeric(12,4) not null,
  tax_amount numeric(15,2) not null,
  total_amount numeric(15,2) not null,
  check (total_amount = amount + tax_amount),
  unique (invoice_id, position)
);
create trigger invoice_line_kept before update or delete on transaction.invoice_line for each row execute function platform.refuse_change();

create table transaction.consolidated_invoice (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  type text not null,
  status text not null default 'draft' check (status in ('draft', 'generated', 'open', 'closed', 'canceled')),
  description text,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid references business.business (id),
  funder_id uuid references business.business (id),
  from_business_id uuid not null references business.business (id),
  to_business_id uuid not null references business.business (id),
  funding_model text not null,
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null,
  tax_amount numeric(15,2) not null,
  total_amount numeric(15,2) not null,
  raised_date date,
  due_date date,
  po_number text,
  payable_bank_account_id uuid references business.bank_account (id),
  timesheet_summary_document_id uuid references platform.document (id),
  mail_proof_document_id uuid references platform.document (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (total_amount = amount + tax_amount)
);
create index consolidated_invoice_agency on transaction.consolidated_invoice (agency_id, updated_at desc) where deleted_at is null;
create index consolidated_invoice_client on transaction.consolidated_invoice (client_id, updated_at desc) where deleted_at is null;
create index consolidated_invoice_provider on transaction.consolidated_invoice (provider_id, updated_at desc) where deleted_at is null;
create index consolidated_invoice_funder on transaction.consolidated_invoice (funder_id, updated_at desc) where deleted_at is null;
-- An invoice is in at most one live consolidation: it names it (I10).
alter table transaction.invoice add constraint invoice_consolidated foreign key (consolidated_invoice_id) references transaction.consolidated_invoice (id);
create index invoice_consolidated_members on transaction.invoice (consolidated_invoice_id) where consolidated_invoice_id is not null;

-- Credit set against a debt: parent first, surplus stays with the credit note (money.md §1.8).
create table transaction.credit_allocation (
  id uuid primary key default platform.new_id(),
  credit_note_id uuid not null references transaction.invoice (id),
  invoice_id uuid not null references transaction.invoice (id),
  amount numeric(15,2) not null check (amount > 0),
  post_date date not null,
  reversal_date date,
  provider_id uuid not null, agency_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credit_allocation_invoice on transaction.credit_allocation (invoice_id);
create index credit_allocation_note on transaction.credit_allocation (credit_note_id);

-- Derived facts, named once; the same rules in code are tested against these (spec §4, §9).
create function transaction.is_overdue(status text, due_date date, today date) returns boolean
  language sql immutable parallel safe as $$ select status = 'open' and due_date < today $$;
create function transaction.finance_status(status text, due_date date, today date) returns text
  language sql immutable parallel safe as $$
  select case status when 'closed' then 'paid' when 'open' then case when due_date < today then 'overdue' else 'initiated' end end $$;
create function transaction.age(raised_date date, today date) returns integer
  language sql immutable parallel safe as $$ select today - raised_date $$;
create function transaction.days_overdue(status text, due_date date, today date) returns integer
  language sql immutable parallel safe as $$ select case when status = 'open' then greatest(today - due_date, 0) else 0 end $$;
create function transaction.age_bucket(status text, due_date date, today date) returns text
  language sql immutable parallel safe as $$
  select case when status <> 'open' then null
    when today - due_date <= 0 then 'current' when today - due_date <= 30 then '0-30' when today - due_date <= 60 then '31-60'
    when today - due_date <= 90 then '61-90' when today - due_date <= 120 then '91-120' else 'over 120' end $$;
