-- Why: one table for every kind of contract (spec §3); temp_placement, perm_placement and the others are
-- entities over it with their type fixed. The parties stand on the row: visibility is one equality (data-api.md).
create table contract.contract (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  type text not null check (type in ('temp_placement', 'perm_placement', 'purchase_ledger', 'sales_invoice', 'adhoc_fee', 'sow')),
  title text not null,
  status text not null check (status in (
    'draft', 'pending_approval_agency', 'pending_approval_client', 'pending_approval_contractor',
    'awaiting_raise_approval', 'pending_raise_approval', 'active', 'expired', 'rejected_contractor', 'rejected', 'cancelled', 'deleted')),
  start_date date,
  end_date date,
  funding_type text not null check (funding_type in ('funded', 'partly_funded', 'paid_when_paid')),
  expense_funding_type text check (expense_funding_type in ('funded', 'partly_funded', 'paid_when_paid')),
  funding_model text not null check (funding_model in ('direct', 'agency_billed', 'indirect')),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid references business.business (id),
  contractor_id uuid references business.business (id),
  funder_id uuid references business.business (id),
  -- The company that is paid for the contractor; the contractor itself when paye.
  payment_company_id uuid references business.business (id),
  currency_id uuid not null references platform.currency (id),
  base_currency_id uuid not null references platform.currency (id),
  timesheet_frequency text check (timesheet_frequency in ('week', 'month')),
  unit_type text check (unit_type in ('hourly', 'daily', 'monthly', 'custom')),
  -- Units of one standard day, for the grid's "s" key (spec §9: 7.5 hours).
  standard_units numeric(8,4) not null default 7.5,
  timesheet_submit text not null default 'contractor' check (timesheet_submit in ('contractor', 'agency')),
  -- The agency may approve by hand, on a timesheet signed elsewhere; off unless asked for.
  manual_timesheet_approval boolean not null default false,
  is_extended_contractor_payment_terms boolean not null default false,
  conduct_regs_opt_out boolean not null default false,
  ir35_status text check (ir35_status in ('inside', 'outside', 'not_applicable')),
  po_number text,
  work_location text,
  consultant_contact_id uuid references business.business_contact (id),
  notice_period integer,
  notice_period_unit text check (notice_period_unit in ('day', 'week', 'month')),
  no_right_to_serve_notice boolean not null default false,
  requisites jsonb not null default '{}',
  -- perm_placement
  candidate_name text,
  contract_start_date date,
  placement_fee numeric(15,2),
  -- purchase_ledger, sales_invoice, adhoc_fee
  amount numeric(15,2),
  tax_amount numeric(15,2),
  description text,
  refinement_id uuid,
  is_credit_note boolean not null default false,
  created_by text references platform."user" (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (end_date is null or start_date is null or end_date >= start_date),
  check (type <> 'temp_placement' or (client_id is not null and contractor_id is not null and payment_company_id is not null
    and start_date is not null and timesheet_frequency is not null and unit_type is not null)),
  check (type <> 'perm_placement' or (client_id is not null and candidate_name is not null)),
  check (funding_model <> 'indirect' or funder_id is not null)
);
create index contract_provider on contract.contract (provider_id, type, updated_at desc) where deleted_at is null;
create index contract_agency on contract.contract (agency_id, type, updated_at desc) where deleted_at is null;
create index contract_client on contract.contract (client_id, type, updated_at desc) where deleted_at is null;
create index contract_contractor on contract.contract (contractor_id, type, updated_at desc) where deleted_at is null;
create index contract_funder on contract.contract (funder_id, type, updated_at desc) where deleted_at is null;
create index contract_agency_status on contract.contract (agency_id, type, status) where deleted_at is null;
create index contract_human_id_trgm on contract.contract using gin (human_id gin_trgm_ops) where deleted_at is null;
create index contract_title_trgm on contract.contract using gin (title gin_trgm_ops) where deleted_at is null;

-- Whoever a contract names, it names for good: the party columns of everything below it are copies of these.
create function contract.keep_parties() returns trigger language plpgsql as $$
begin
  if (new.provider_id, new.agency_id, new.client_id, new.contractor_id, new.payment_company_id, new.currency_id)
     is distinct from (old.provider_id, old.agency_id, old.client_id, old.contractor_id, old.payment_company_id, old.currency_id)
     and old.status not in ('draft', 'pending_approval_agency', 'pending_approval_client', 'pending_approval_contractor') then
    raise exception 'the parties of a contract in force do not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contract_keep_parties before update on contract.contract for each row execute function contract.keep_parties();

-- Terms agreed with each side of a contract, by date. payment_terms in days.
create table contract.contract_entity (
  id uuid primary key default platform.new_id(),
  contract_id uuid not null references contract.contract (id),
  business_id uuid not null references business.business (id),
  type text not null check (type in ('client', 'contractor')),
  payment_terms integer not null check (payment_terms between 0 and 365),
  effective_from date not null,
  effective_to date,
  provider_id uuid not null, agency_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index contract_entity_contract on contract.contract_entity (contract_id, type, effective_from) where deleted_at is null;

create table contract.contract_contact (
  id uuid primary key default platform.new_id(),
  contract_id uuid not null references contract.contract (id),
  business_contact_id uuid not null references business.business_contact (id),
  type text not null check (type in ('timesheet_approver', 'invoice_contact', 'hiring_manager', 'agency_consultant')),
  provider_id uuid not null, agency_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (contract_id, business_contact_id, type)
);

-- A rate version. The contractor's and the client's rate of one kind of work share group_id (spec §3 Rate, §4 rate versions).
create table contract.rate (
  id uuid primary key default platform.new_id(),
  contract_id uuid not null references contract.contract (id),
  group_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  sub_type text not null check (sub_type in ('contractor_rate', 'client_rate')),
  value_text text not null check (value_text in ('hourly', 'daily', 'monthly', 'custom')),
  value_numeric numeric(12,4) not null check (value_numeric >= 0),
  value_boolean boolean,
  value_jsonb_object jsonb not null default '{}',
  effective_from date not null,
  effective_to date,
  replaced_by_id uuid references contract.rate (id),
  provider_id uuid not null, agency_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (effective_to is null or effective_to >= effective_from)
);
create index rate_contract on contract.rate (contract_id, sub_type, effective_from) where deleted_at is null;

create table contract.service_charge (
  id uuid primary key default platform.new_id(),
  fee_type text not null default 'service_fee' check (fee_type in ('service_fee', 'platform_fee', 'funder_fee')),
  service_type text not null default 'temp_placement',
  funding_type text check (funding_type in ('funded', 'partly_funded', 'paid_when_paid')),
  provider_id uuid references business.business (id),
  agency_id uuid not null references business.business (id),
  funder_id uuid references business.business (id),
  payment_terms integer,
  payment_terms_type text check (payment_terms_type in ('contractor', 'agency', 'client')),
  type text not null check (type in ('percent', 'fixed')),
  -- Per cent of the base, or an amount.
  value numeric(12,4) not null check (value >= 0),
  fee_base text not null default 'gross' check (fee_base in ('gross', 'net')),
  effective_from date not null,
  effective_to date,
  -- Set when the rule is for one contract only.
  transaction_id uuid references contract.contract (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (effective_to is null or effective_to >= effective_from)
);
create index service_charge_agency on contract.service_charge (agency_id, fee_type, effective_from) where deleted_at is null;
