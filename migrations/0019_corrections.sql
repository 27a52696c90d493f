-- Why: corrections (money.md §1.8). A credit set corrects another set and leaves it as it was issued; a refinement makes
-- the next version of a timesheet, or a difference timesheet; an agency's debt to its principal is a note it can read;
-- invoices of a period are billed as one document, as the client prefers it.
alter table transaction.invoice_set add column corrects_set_id uuid references transaction.invoice_set (id);
alter table transaction.invoice_set drop constraint invoice_set_status_check;
-- live: stands for its work; credited: every document of it is credited; credit: made of corrections of another set.
alter table transaction.invoice_set add constraint invoice_set_status_check check (status in ('live', 'credited', 'credit'));
alter table transaction.invoice_set add check (status <> 'credit' or corrects_set_id is not null);
create index invoice_set_corrections on transaction.invoice_set (corrects_set_id) where corrects_set_id is not null;
create index invoice_set_refinement on transaction.invoice_set (refinement_id) where refinement_id is not null;
create index invoice_refinement on transaction.invoice (refinement_id) where refinement_id is not null;
-- A piece of work and version has one set of its own; how often it is corrected is another matter.
drop index transaction.invoice_set_of_timesheet;
create unique index invoice_set_of_timesheet on transaction.invoice_set (timesheet_id, version, generation_type)
  where timesheet_id is not null and status <> 'credit';
drop index transaction.invoice_set_of_expense;
create unique index invoice_set_of_expense on transaction.invoice_set (expense_id, version, generation_type)
  where expense_id is not null and status <> 'credit';

-- One credit note of a document a set: two clicks cannot credit the same twice under one correction.
create unique index invoice_credited_once on transaction.invoice (invoice_set_id, parent_invoice_id) where parent_invoice_id is not null;

-- Why a document was credited; of a refinement the reason stands there, too.
alter table transaction.invoice add column credit_reason text;
-- A debit that takes a credit note back; once.
alter table transaction.invoice add column reverses_invoice_id uuid references transaction.invoice (id);
create unique index invoice_reverses on transaction.invoice (reverses_invoice_id) where reverses_invoice_id is not null;

-- A difference timesheet holds what a correction adds and takes away; only there units may be negative.
alter table transaction.timesheet add column refinement_id uuid references transaction.refinement (id);
alter table transaction.timesheet add column refines_id uuid references transaction.timesheet (id);
alter table transaction.timesheet drop constraint timesheet_total_units_check;
alter table transaction.timesheet add constraint timesheet_total_units_check check (total_units >= 0 or refines_id is not null);
create index timesheet_refines on transaction.timesheet (refines_id) where refines_id is not null;
alter table transaction.timesheet_detail add column is_difference boolean not null default false;
alter table transaction.timesheet_detail drop constraint timesheet_detail_units_check;
alter table transaction.timesheet_detail add constraint timesheet_detail_units_check check (units >= 0 or is_difference);

alter table transaction.refinement add column re_approval boolean not null default false;
alter table transaction.refinement add constraint refinement_status_check check (status in ('pending_approval', 'completed'));
create index refinement_transaction on transaction.refinement (transaction_id);
create index refinement_provider on transaction.refinement (provider_id, updated_at desc) where deleted_at is null;
create index refinement_agency on transaction.refinement (agency_id, updated_at desc) where deleted_at is null;

-- What an agency owes its principal: earnings paid out on money that went back, or a cost recovered by hand. Behind each
-- stands a payment without a match; it is recovered from the next agency earnings (decision 0013).
create table transaction.collection_note (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  source text not null check (source in ('reversal', 'manual')),
  status text not null default 'open' check (status in ('open', 'closed', 'cancelled')),
  reason text not null,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  funder_id uuid references business.business (id),
  principal_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount > 0),
  recovered_amount numeric(15,2) not null default 0 check (recovered_amount between 0 and amount),
  outstanding_balance numeric(15,2) generated always as
    (case status when 'cancelled' then 0 else amount - recovered_amount end) stored,
  raised_date date not null,
  -- The earnings that were paid too early; none for a note by hand.
  invoice_id uuid references transaction.invoice (id),
  payment_receipt_summary_id uuid not null references transaction.payment_receipt_summary (id),
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (status = 'cancelled' or (status = 'closed') = (recovered_amount = amount))
);
create index collection_note_provider on transaction.collection_note (provider_id, updated_at desc) where deleted_at is null;
create index collection_note_agency on transaction.collection_note (agency_id, updated_at desc) where deleted_at is null;
create index collection_note_payment on transaction.collection_note (payment_receipt_summary_id);
call platform.watch_changes('transaction.collection_note');

-- How a client wants its invoices together; null: one by one.
alter table business.service add column consolidation_frequency text check (consolidation_frequency in ('week', 'month'));
alter table business.service add column consolidation_by text check (consolidation_by in ('client', 'po_number', 'placement'));
alter table business.service add check ((consolidation_frequency is null) = (consolidation_by is null));
alter table transaction.consolidated_invoice add column contract_id uuid references contract.contract (id);
alter table transaction.consolidated_invoice add column period_start date;
alter table transaction.consolidated_invoice add column period_end date;
alter table transaction.consolidated_invoice add column cancel_reason text;
alter table transaction.consolidated_invoice add column sent_at timestamptz;
alter table transaction.consolidated_invoice add constraint consolidated_invoice_period check (period_end >= period_start);

-- A document that has been generated does not change: only what becomes of it.
create function transaction.keep_consolidated_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a consolidated invoice is canceled, never removed' using errcode = 'restrict_violation';
  end if;
  if old.status <> 'draft' and (new.human_id, new.type, new.from_business_id, new.to_business_id, new.agency_id, new.currency_id,
      new.amount, new.tax_amount, new.total_amount, new.raised_date, new.due_date, new.period_start, new.period_end)
     is distinct from (old.human_id, old.type, old.from_business_id, old.to_business_id, old.agency_id, old.currency_id,
      old.amount, old.tax_amount, old.total_amount, old.raised_date, old.due_date, old.period_start, old.period_end) then
    raise exception 'a generated consolidated invoice does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger consolidated_invoice_kept before update or delete on transaction.consolidated_invoice
  for each row execute function transaction.keep_consolidated_invoice();
