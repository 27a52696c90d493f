-- Why: money that was advanced on debt which is disallowed later is owed by the agency until the debt is cured, and debt
-- that is long overdue goes back to the agency as it stands (design: money.md §1.9).

-- Days past the due date after which a debt is the agency's again; never, where nobody has said it.
alter table business.funding_rule add column reassign_days integer check (reassign_days between 1 and 730);

-- What an agency's advances are kept short by, whatever its debtors are good for (money.md §1.9: "− retentions").
create table business.funding_retention (
  id uuid primary key default platform.new_id(),
  principal_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount >= 0),
  reason text not null,
  effective_from date not null,
  effective_to date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (effective_to is null or effective_to >= effective_from)
);
create unique index funding_retention_start on business.funding_retention (principal_id, agency_id, currency_id, effective_from)
  where deleted_at is null;
create index funding_retention_agency on business.funding_retention (agency_id, updated_at desc) where deleted_at is null;
create index funding_retention_provider on business.funding_retention (provider_id, updated_at desc) where deleted_at is null;
call platform.watch_changes('business.funding_retention');

-- On which day a debt went back to the agency, and why. What the client pays from then on is the agency's.
alter table transaction.invoice add column reassigned_on date;
alter table transaction.invoice add column reassign_reason text;
alter table transaction.invoice add constraint invoice_reassigned check ((reassigned_on is null) = (reassign_reason is null));
-- What of the advance on it the agency owes now: the last balance of its recourse entries, to be found again (I19).
alter table transaction.invoice add column recourse_amount numeric(15,2) not null default 0 check (recourse_amount >= 0);
create index invoice_recourse on transaction.invoice (client_id) where is_disallowed or recourse_amount > 0 or reassigned_on is not null;
create index invoice_overdue on transaction.invoice (due_date)
  where deleted_at is null and status = 'open' and reassigned_on is null and type in ('provider-client', 'agency-client', 'funder-client');

-- Each change of what an agency owes for a client's debt, never changed itself: more, or less again, with the figures it
-- was worked out from. The ledger holds one transaction for each.
create table transaction.recourse_entry (
  id uuid primary key default platform.new_id(),
  invoice_id uuid not null references transaction.invoice (id),
  principal_id uuid not null references business.business (id),
  reason text not null,
  -- More or less than before; and what is owed with it.
  amount numeric(15,2) not null check (amount <> 0),
  balance numeric(15,2) not null check (balance >= 0),
  -- The inputs: what is disallowed of the debt, or all of it once it is reassigned; what went out on its set and came in.
  debt_amount numeric(15,2) not null,
  gone_out numeric(15,2) not null,
  fees numeric(15,2) not null,
  received numeric(15,2) not null,
  is_reassigned boolean not null,
  on_date date not null,
  provider_id uuid not null, agency_id uuid not null, client_id uuid not null, contractor_id uuid, funder_id uuid,
  currency_id uuid not null references platform.currency (id),
  created_at timestamptz not null default now()
);
create index recourse_entry_invoice on transaction.recourse_entry (invoice_id, created_at desc);
create index recourse_entry_provider on transaction.recourse_entry (provider_id, created_at desc);
create index recourse_entry_agency on transaction.recourse_entry (agency_id, created_at desc);
create index recourse_entry_funder on transaction.recourse_entry (funder_id, created_at desc) where funder_id is not null;
create trigger recourse_entry_kept before update or delete on transaction.recourse_entry
  for each row execute function platform.refuse_change();
call platform.watch_changes('transaction.recourse_entry');

-- A recourse is collected as any debt of an agency: by a note, from its next earnings. Cured it is owed no longer, in part
-- or whole, and what was recovered of it goes back.
alter table transaction.collection_note drop constraint collection_note_source_check;
alter table transaction.collection_note add constraint collection_note_source_check check (source in ('reversal', 'manual', 'disallowance'));
alter table transaction.collection_note add column cured_amount numeric(15,2) not null default 0;
alter table transaction.collection_note drop column outstanding_balance;
alter table transaction.collection_note add column outstanding_balance numeric(15,2) generated always as
  (case status when 'cancelled' then 0 else amount - recovered_amount - cured_amount end) stored;
do $$
declare stale text;
begin
  -- Checks that knew of two amounts only; their names were the database's choice.
  for stale in select conname from pg_constraint where conrelid = 'transaction.collection_note'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%recovered_amount%'
  loop execute format('alter table transaction.collection_note drop constraint %I', stale); end loop;
end $$;
alter table transaction.collection_note add constraint collection_note_amounts
  check (recovered_amount >= 0 and cured_amount >= 0 and recovered_amount + cured_amount <= amount);
alter table transaction.collection_note add constraint collection_note_closed
  check (status = 'cancelled' or (status = 'closed') = (recovered_amount + cured_amount = amount));
create index collection_note_invoice on transaction.collection_note (invoice_id) where invoice_id is not null;

-- The set of a document with its corrections as one: the set that they correct.
create function transaction.family_of(invoice_set_id uuid) returns uuid language sql stable parallel safe as $$
  select coalesce(s.corrects_set_id, s.id) from transaction.invoice_set s where s.id = family_of.invoice_set_id
$$;

-- What went out on a set before its client paid, the fees settled, and what the client paid. Credit of another set settles
-- a document as money would; credit that nothing of its own set could take is owed back already and is not out. What waits
-- for the client's receipt is no advance.
create function transaction.advance_on(family_id uuid, out gone_out numeric, out fees numeric, out received numeric)
  language sql stable parallel safe as $$
  select coalesce(sum(d.settled) filter (where d.release_condition <> 'client_receipt' and d.type in
      ('contractor-agency', 'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')), 0),
    coalesce(sum(d.settled) filter (where d.type in ('provider-agency', 'funder-agency', 'platform_fee')), 0),
    coalesce(sum(d.settled) filter (where d.type in ('provider-client', 'agency-client', 'funder-client')), 0)
  from (
    select i.type, i.release_condition, case when i.total_amount < 0 then i.total_amount + coalesce((
        select sum(a.amount) from transaction.credit_allocation a join transaction.invoice o on o.id = a.invoice_id
        where a.credit_note_id = i.id and a.reversal_date is null and transaction.family_of(o.invoice_set_id) = advance_on.family_id), 0)
      else i.paid_amount + coalesce((
        select sum(a.amount) from transaction.credit_allocation a join transaction.invoice o on o.id = a.credit_note_id
        where a.invoice_id = i.id and a.reversal_date is null and transaction.family_of(o.invoice_set_id) <> advance_on.family_id), 0) end as settled
    from transaction.invoice_set t join transaction.invoice i on i.invoice_set_id = t.id
    where (t.id = advance_on.family_id or t.corrects_set_id = advance_on.family_id) and i.deleted_at is null
      and i.status in ('open', 'closed')) d
$$;
