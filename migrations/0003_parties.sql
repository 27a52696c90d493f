-- Why: businesses, their people, and the services that link them. Visibility of a business follows its
-- services (spec §6), so a link is a row of its own with the facts that belong to the pair.
create table business.address (
  id uuid primary key default platform.new_id(),
  line_1 text not null,
  line_2 text,
  line_3 text,
  line_4 text,
  city text,
  state text,
  country text not null default 'United Kingdom',
  country_code text not null default 'GB' check (country_code ~ '^[A-Z]{2}$'),
  zipcode text,
  complete_address text generated always as (
    line_1 || coalesce(', ' || line_2, '') || coalesce(', ' || line_3, '') || coalesce(', ' || line_4, '')
    || coalesce(', ' || city, '') || coalesce(', ' || state, '') || coalesce(', ' || zipcode, '') || ', ' || country) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table business.company (
  id uuid primary key default platform.new_id(),
  name text not null,
  brn text,
  is_vat_registered boolean not null default false,
  vat_registration_no text,
  utr text,
  email text,
  phone text,
  website text,
  industries text[] not null default '{}',
  address_id uuid references business.address (id),
  logo_attachment_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (not is_vat_registered or vat_registration_no is not null)
);
create index company_address on business.company (address_id) where address_id is not null;
create unique index company_brn on business.company (brn) where deleted_at is null and brn is not null;

create table business.individual (
  id uuid primary key default platform.new_id(),
  first_name text not null,
  last_name text not null,
  date_of_birth date,
  gender text check (gender in ('M', 'F')),
  ni_number text,
  utr text,
  address_id uuid references business.address (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index individual_address on business.individual (address_id) where address_id is not null;
create unique index individual_utr on business.individual (utr) where deleted_at is null and utr is not null;

create table business.business (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  name text not null,
  type text not null check (type in
    ('agency', 'client', 'funder', 'provider', 'contractor', 'limited', 'umbrella', 'selfemployed', 'payer')),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'rejected', 'onboarded')),
  is_active boolean not null default true,
  product text,
  -- Contractors only: how this person is paid, and through which company.
  payment_type text check (payment_type in ('paye', 'limited', 'umbrella', 'selfemployed')),
  payment_company_id uuid references business.business (id),
  company_id uuid references business.company (id),
  individual_id uuid references business.individual (id),
  base_currency_id uuid not null references platform.currency (id) default '00000000-0000-7000-8000-000000000826',
  -- Agencies: which documents exist (design: money.md §1.3), unless a placement says otherwise.
  funding_model text check (funding_model in ('direct', 'agency_billed', 'indirect')),
  -- The provider that operates the platform for this business; null for a provider itself.
  provider_id uuid references business.business (id),
  onboarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((type = 'contractor') = (payment_type is not null)),
  check ((type = 'agency') = (funding_model is not null))
);
create index business_type on business.business (type, updated_at desc) where deleted_at is null;
create index business_provider on business.business (provider_id, type, updated_at desc) where deleted_at is null;
create index business_name_trgm on business.business using gin (name gin_trgm_ops) where deleted_at is null;
-- Company data and personal data are visible through the business they belong to.
create index business_company on business.business (company_id) where company_id is not null;
create index business_individual on business.business (individual_id) where individual_id is not null;
create index business_human_id_trgm on business.business using gin (human_id gin_trgm_ops) where deleted_at is null;

create table business.business_feature (
  id uuid primary key default platform.new_id(),
  business_id uuid not null references business.business (id),
  feature_code text not null references platform.feature (code),
  unique (business_id, feature_code)
);

-- Who works with whom: client-agency (client serves from, agency to), contractor-agency, agency-provider,
-- agency-funder, funder-provider, contractor-company (a person and the company that is paid for them).
create table business.service (
  id uuid primary key default platform.new_id(),
  type text not null check (type in
    ('client-agency', 'contractor-agency', 'agency-provider', 'agency-funder', 'funder-provider', 'contractor-company')),
  from_business_id uuid not null references business.business (id),
  to_business_id uuid not null references business.business (id),
  provider_id uuid references business.business (id),
  agency_id uuid references business.business (id),
  status text not null default 'active' check (status in ('draft', 'active', 'suspended', 'ended', 'deleted')),
  compliance_status text not null default 'pending' check (compliance_status in ('pending', 'compliant', 'expired', 'rejected')),
  is_active boolean not null default true,
  onboarding_date date,
  currency_id uuid references platform.currency (id),
  -- Days; client-agency only.
  temp_payment_terms integer check (temp_payment_terms between 0 and 365),
  perm_payment_terms integer check (perm_payment_terms between 0 and 365),
  reference text,
  -- contractor-agency: VAT may stand on a self-bill only while an agreement is in force (registers.md §4.2).
  self_billing_from date,
  self_billing_to date,
  conduct_regs_opt_out boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (type, from_business_id, to_business_id)
);
create index service_to on business.service (to_business_id, type, from_business_id) where deleted_at is null;
create index service_from on business.service (from_business_id, type, to_business_id) where deleted_at is null;
create index service_agency on business.service (agency_id, updated_at desc) where deleted_at is null;

create table business.business_contact (
  id uuid primary key default platform.new_id(),
  business_id uuid not null references business.business (id),
  user_id text references platform."user" (id),
  first_name text not null,
  last_name text not null,
  name text generated always as (first_name || ' ' || last_name) stored,
  email text not null check (email = lower(email)),
  contact_phone text,
  -- Roles of spec §6; the first is what the person mainly does.
  roles text[] not null default '{}' check (roles <@ array[
    'agency_admin', 'primary_staff_user', 'agency_read_only', 'agency_relationship_manager', 'agency_user',
    'agency_consultant', 'hiring_manager', 'invoice_contact', 'timesheet_approver', 'contractor',
    'funder_admin', 'funder_analyst', 'provider_admin', 'provider_operations', 'provider_approver']),
  preferences jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index business_contact_user on business.business_contact (business_id, user_id) where deleted_at is null and user_id is not null;
create unique index business_contact_email on business.business_contact (business_id, email) where deleted_at is null;
create index business_contact_of_user on business.business_contact (user_id) where deleted_at is null;
alter table auth.session add constraint session_contact foreign key (business_contact_id) references business.business_contact (id);

-- A changed account is a new row: what an invoice or a payment named stays what it named.
create table business.bank_account (
  id uuid primary key default platform.new_id(),
  business_id uuid not null references business.business (id),
  bank_name text not null,
  account_holder_name text not null,
  account_number text,
  sort_code text check (sort_code ~ '^\d{6}$'),
  iban text,
  swift_code text,
  ach_routing text,
  currency_id uuid not null references platform.currency (id),
  purpose text not null default 'payout' check (purpose in ('payout', 'trust', 'receipt')),
  status text not null default 'confirmed' check (status in ('pending', 'confirmed', 'retired')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (account_number is not null or iban is not null)
);
create unique index bank_account_live on business.bank_account (business_id, currency_id, purpose)
  where deleted_at is null and status = 'confirmed';

create table business.credit_limit (
  id uuid primary key default platform.new_id(),
  -- The client whose debt is limited, and who carries the risk (funder or provider).
  client_id uuid not null references business.business (id),
  limiter_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount >= 0),
  reference text,
  effective_from date not null,
  effective_to date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (effective_to is null or effective_to >= effective_from)
);
create index credit_limit_client on business.credit_limit (client_id, currency_id) where deleted_at is null;

-- Facts by date that need no table of their own (spec §3 Configuration).
create table config.configuration (
  id uuid primary key default platform.new_id(),
  business_id uuid references business.business (id),
  agency_id uuid references business.business (id),
  transaction_id uuid,
  transaction_type text,
  type text not null,
  sub_type text,
  value_text text,
  value_numeric numeric(15,4),
  value_boolean boolean,
  value_jsonb_object jsonb,
  document_id uuid,
  status text not null default 'active',
  effective_from date,
  effective_to date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index configuration_business on config.configuration (business_id, type) where deleted_at is null;
create index configuration_transaction on config.configuration (transaction_id, type) where deleted_at is null;

create table config.business_tax (
  id uuid primary key default platform.new_id(),
  type text not null unique check (type in ('standard', 'zero', 'exempt', 'outside_scope', 'reverse_charge', 'none')),
  name text not null,
  -- Per cent.
  value_numeric numeric(12,4) not null
);
insert into config.business_tax (id, type, name, value_numeric) values
  ('00000000-0000-7000-8000-0000000000a1', 'standard', 'Standard rate', 20),
  ('00000000-0000-7000-8000-0000000000a2', 'zero', 'Zero rate', 0),
  ('00000000-0000-7000-8000-0000000000a3', 'exempt', 'Exempt', 0),
  ('00000000-0000-7000-8000-0000000000a4', 'outside_scope', 'Outside the scope of VAT', 0),
  ('00000000-0000-7000-8000-0000000000a5', 'reverse_charge', 'Reverse charge', 0),
  ('00000000-0000-7000-8000-0000000000a6', 'none', 'Not registered for VAT', 0);

create table platform.attachment (
  id uuid primary key default platform.new_id(),
  business_id uuid references business.business (id),
  parent_entity text not null,
  parent_id uuid not null,
  file_name text not null,
  file_url text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_by text references platform."user" (id),
  provider_id uuid, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index attachment_parent on platform.attachment (parent_entity, parent_id) where deleted_at is null;
alter table business.company add constraint company_logo foreign key (logo_attachment_id) references platform.attachment (id);

create table platform.document (
  id uuid primary key default platform.new_id(),
  business_id uuid references business.business (id),
  parent_entity text,
  parent_id uuid,
  type text not null,
  title text not null,
  status text not null default 'completed' check (status in ('draft', 'inprogress', 'completed', 'rejected', 'expired')),
  attachment_id uuid references platform.attachment (id),
  provider_id uuid, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index document_parent on platform.document (parent_entity, parent_id) where deleted_at is null;
alter table config.configuration add constraint configuration_document foreign key (document_id) references platform.document (id);

-- Notes belong to the business that wrote them; another party never sees them.
create table platform.note (
  id uuid primary key default platform.new_id(),
  business_id uuid not null references business.business (id),
  parent_entity text not null,
  parent_id uuid not null,
  text text not null check (length(text) between 1 and 4000),
  user_id text not null references platform."user" (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index note_parent on platform.note (business_id, parent_entity, parent_id) where deleted_at is null;

-- A saved view is the list's URL under a name.
create table platform.saved_view (
  id uuid primary key default platform.new_id(),
  business_id uuid not null references business.business (id),
  user_id text not null references platform."user" (id),
  list text not null,
  name text not null check (length(name) between 1 and 60),
  search text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index saved_view_name on platform.saved_view (user_id, business_id, list, name) where deleted_at is null;
