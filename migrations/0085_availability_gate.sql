-- Why: a payment run pays no more than the debt is good for (design: books.md §6.4). A principal may lift that for
-- contractors of an agency, for some days and an amount.
create table business.funding_overadvance (
  id uuid primary key default platform.new_id(),
  principal_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount >= 0),
  reason text not null,
  approved_by text not null,
  effective_from date not null,
  effective_to date not null check (effective_to between effective_from and effective_from + 14),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index funding_overadvance_agency on business.funding_overadvance (agency_id, updated_at desc) where deleted_at is null;
create index funding_overadvance_provider on business.funding_overadvance (provider_id, updated_at desc) where deleted_at is null;
alter table business.funding_overadvance add constraint funding_overadvance_days exclude using gist (principal_id with =, agency_id with =,
  currency_id with =, daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null);
call platform.watch_changes('business.funding_overadvance');
call log.keep_sealed('business.funding_overadvance');

-- Rules of before watch: nothing is held until the principal sets its rules again with this.
alter table business.funding_rule add column holds_payments boolean not null default false;
call log.keep_sealed('business.funding_rule');

-- What went out on a family of sets and came in for it. VAT of its payments: that of a contractor's document goes out with
-- its payment, the rest with the earnings. HMRC repays at most what the agency's sale carries above the client's charge.
create function transaction.family_funds(family_id uuid, out paid numeric, out vat_paid numeric, out vat_repaid numeric,
    out fees numeric, out received numeric, out recovered numeric) language sql stable parallel safe as $$
  select coalesce(sum(d.settled) filter (where d.release_condition <> 'client_receipt' and d.type in
      ('contractor-agency', 'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')), 0),
    coalesce(sum(case d.type when 'agency_earnings' then d.settled
      when 'contractor-agency' then round(d.settled * d.tax_amount / nullif(d.total_amount, 0), 2) end)
      filter (where d.release_condition <> 'client_receipt'), 0),
    greatest(coalesce(sum(case when d.type in ('agency-provider', 'agency-funder') then d.tax_amount
      when d.type in ('provider-client', 'funder-client') then -d.tax_amount end), 0), 0),
    coalesce(sum(d.settled) filter (where d.type in ('provider-agency', 'funder-agency', 'platform_fee')), 0),
    coalesce(sum(d.settled) filter (where d.type in ('provider-client', 'agency-client', 'funder-client')), 0),
    coalesce(sum(d.recourse_amount - (select coalesce(sum(c.outstanding_balance), 0) from transaction.collection_note c
        where c.invoice_id = d.id and c.source = 'disallowance' and c.deleted_at is null))
      filter (where d.recourse_amount > 0 and d.status = 'open' and d.type in ('provider-client', 'agency-client', 'funder-client')), 0)
  from (
    select i.id, i.type, i.status, i.release_condition, i.tax_amount, i.total_amount, i.recourse_amount,
      case when i.total_amount < 0 then i.total_amount + coalesce((
        select sum(a.amount) from transaction.credit_allocation a join transaction.invoice o on o.id = a.invoice_id
        where a.credit_note_id = i.id and a.reversal_date is null and transaction.family_of(o.invoice_set_id) = family_funds.family_id), 0)
      else i.paid_amount + coalesce((
        select sum(a.amount) from transaction.credit_allocation a join transaction.invoice o on o.id = a.credit_note_id
        where a.invoice_id = i.id and a.reversal_date is null and transaction.family_of(o.invoice_set_id) <> family_funds.family_id), 0) end as settled
    from transaction.invoice i
    where i.invoice_set_id = any (array(
        select family_funds.family_id union all select t.id from transaction.invoice_set t where t.corrects_set_id = family_funds.family_id))
      and i.deleted_at is null and i.status in ('open', 'closed')) d
$$;
-- VAT of a contractor that HMRC repays to the principal was counted as advance until the earnings went out.
create or replace function transaction.advance_on(family_id uuid, out gone_out numeric, out fees numeric, out received numeric)
  language sql stable parallel safe as $$
  select f.paid - least(f.vat_repaid, greatest(f.vat_paid, 0)), f.fees, f.received from transaction.family_funds(advance_on.family_id) f
$$;
create or replace function report.funds_in_use(principal_id uuid, today date, as_of date, of_agency_id uuid, of_currency_id uuid)
  returns table (agency_id uuid, client_id uuid, currency_id uuid, amount numeric) language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
  with families as (
    select coalesce(s.corrects_set_id, s.id) as id, d.agency_id, d.client_id, d.currency_id, sum(d.recovered) as recovered
    from report.funding_debts($1, $3, $4, $5) d join transaction.invoice_set s on s.id = d.invoice_set_id
    group by 1, 2, 3, 4),
  sets as (
    select f.id as family_id, f.id as set_id from families f
    union all
    select f.id, t.id from families f join transaction.invoice_set t on t.corrects_set_id = f.id),
  documents as (
    select s.family_id, i.id, i.paid_amount, i.type in ('provider-client', 'agency-client', 'funder-client') as is_claim,
      case when i.type = 'agency_earnings' then 1
        when i.type = 'contractor-agency' and i.total_amount <> 0 then i.tax_amount / i.total_amount else 0 end as vat_part
    from sets s join transaction.invoice i on i.invoice_set_id = s.set_id
    where i.deleted_at is null and i.status in ('open', 'closed') and ($3 is null or i.raised_date <= $3)
      and i.type in ('provider-client', 'agency-client', 'funder-client', 'contractor-agency', 'agency_earnings', 'employer_ni',
        'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')),
  -- Paid by batches completed before their run: in the books, and so out, from the day of the run.
  ahead as (
    select l.invoice_id, sum(l.amount) as amount
    from payment.payment_batch b
    join transaction.payment_receipt_summary s on s.payment_batch_id = b.id
    join transaction.payment_receipt_detail l on l.payment_receipt_summary_id = s.id and l.post_date > $2 and l.reversal_date is null
    where $3 is null and b.principal_id = $1 and b.status = 'completed' and b.run_date > $2
    group by l.invoice_id),
  settled as (
    select d.family_id, d.is_claim, d.vat_part, case when $3 is null then d.paid_amount - coalesce(h.amount, 0) else l.paid end + c.moved as amount
    from documents d
    left join ahead h on h.invoice_id = d.id
    cross join lateral (
      select coalesce(sum(p.amount), 0) as paid from transaction.payment_receipt_detail p
      where $3 is not null and p.invoice_id = d.id and p.post_date <= $3 and (p.reversal_date is null or p.reversal_date > $3)) l
    cross join lateral (
      select coalesce(sum(m.amount), 0) as moved from (
        select a.amount, a.credit_note_id as other_id, a.post_date, a.reversal_date from transaction.credit_allocation a where a.invoice_id = d.id
        union all
        select -a.amount, a.invoice_id, a.post_date, a.reversal_date from transaction.credit_allocation a where a.credit_note_id = d.id) m
      join transaction.invoice o on o.id = m.other_id
      join transaction.invoice_set t on t.id = o.invoice_set_id and coalesce(t.corrects_set_id, t.id) <> d.family_id
      where case when $3 is null then m.reversal_date is null
        else m.post_date <= $3 and (m.reversal_date is null or m.reversal_date > $3) end) c),
  repaid as (
    select s.family_id, greatest(coalesce(sum(case when i.type in ('agency-provider', 'agency-funder') then i.tax_amount else -i.tax_amount end), 0), 0) as amount
    from sets s join transaction.invoice i on i.invoice_set_id = s.set_id
    where i.deleted_at is null and i.status in ('open', 'closed') and ($3 is null or i.raised_date <= $3)
      and i.type in ('agency-provider', 'agency-funder', 'provider-client', 'funder-client')
    group by s.family_id),
  gone as (
    select f.agency_id, f.client_id, f.currency_id, greatest(coalesce(s.paid, 0) - least(coalesce(v.amount, 0), greatest(coalesce(s.vat, 0), 0))
      - coalesce(s.received, 0) - f.recovered, 0) as amount
    from families f
    left join (
      select family_id, sum(s.amount) filter (where not s.is_claim) as paid, sum(s.amount) filter (where s.is_claim) as received,
        sum(round(s.amount * s.vat_part, 2)) as vat
      from settled s group by family_id) s on s.family_id = f.id
    left join repaid v on v.family_id = f.id)
  select o.agency_id, o.client_id, o.currency_id, sum(o.amount) from gone o group by 1, 2, 3;
end $$;

-- What each of these agencies can still draw: advance on eligible debt, less funds in use and retention. No row where the
-- rule in force holds no payments. Disputed debt and debt that nobody vouches for count nothing; what a client is owed as a
-- payee is taken off. VAT that HMRC repays is no fund in use. An over-advance lifts no batch that its approver made.
create function report.funding_availability(principal_id uuid, today date, agency_ids uuid[], currency_id uuid, made_by text)
  returns table (agency_id uuid, amount numeric, overadvance numeric) language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$
  with rule as (
    select f.advance_percent, f.concentration_percent from business.funding_rule f
    where f.principal_id = funding_availability.principal_id and f.deleted_at is null and f.advance_percent is not null and f.holds_payments
      and f.effective_from <= funding_availability.today and (f.effective_to is null or f.effective_to >= funding_availability.today)
    order by f.effective_from desc limit 1),
  debt as (
    select d.agency_id, d.client_id, sum(d.net - d.disallowed) as eligible
    from report.funding_debts(funding_availability.principal_id, null, null, funding_availability.currency_id) d
    join transaction.invoice i on i.id = d.invoice_id
    where d.agency_id = any (funding_availability.agency_ids) and not d.is_reassigned and not d.is_disputed
      and not (i.funding_status = 'held' and i.funding_hold_reason in
        ('No credit limit', 'First invoice not verified', 'Evidence of approval not accepted'))
    group by d.agency_id, d.client_id),
  contra as (
    select d.agency_id, d.client_id, sum(i.outstanding_balance) as amount
    from debt d
    join business.business c on c.id = d.client_id and c.company_id is not null
    join business.business p on p.company_id = c.company_id and p.id <> c.id
    join transaction.invoice i on i.from_business_id = p.id and i.type = 'contractor-agency' and i.agency_id = d.agency_id
      and i.status = 'open' and i.deleted_at is null and i.currency_id = funding_availability.currency_id
    group by d.agency_id, d.client_id),
  good as (
    select d.agency_id, d.eligible - least(greatest(coalesce(k.amount, 0), 0), greatest(d.eligible, 0)) as eligible
    from debt d left join contra k on k.agency_id = d.agency_id and k.client_id = d.client_id),
  shared as (select g.*, sum(g.eligible) over (partition by g.agency_id) as whole from good g),
  eligible as (
    select s.agency_id, sum(case when r.concentration_percent is null or s.whole <= 0 then s.eligible
      else least(s.eligible, round(s.whole * r.concentration_percent / 100, 2)) end) as amount
    from shared s cross join rule r group by s.agency_id),
  gone as (
    select u.agency_id, sum(u.amount) as amount
    from report.funds_in_use(funding_availability.principal_id, funding_availability.today, null, null, funding_availability.currency_id) u
    where u.agency_id = any (funding_availability.agency_ids) group by u.agency_id),
  kept_back as (
    select f.agency_id, sum(f.amount) as amount from business.funding_retention f
    where f.principal_id = funding_availability.principal_id and f.currency_id = funding_availability.currency_id and f.deleted_at is null
      and f.effective_from <= funding_availability.today and (f.effective_to is null or f.effective_to >= funding_availability.today)
    group by f.agency_id),
  lifted as (
    select o.agency_id, sum(o.amount) as amount from business.funding_overadvance o
    where o.principal_id = funding_availability.principal_id and o.currency_id = funding_availability.currency_id and o.deleted_at is null
      and o.effective_from <= funding_availability.today and o.effective_to >= funding_availability.today
      and o.approved_by <> funding_availability.made_by
    group by o.agency_id)
  select a.id, round(coalesce(e.amount, 0) * r.advance_percent / 100, 2) - coalesce(g.amount, 0) - coalesce(b.amount, 0),
    coalesce(l.amount, 0)
  from rule r cross join unnest(funding_availability.agency_ids) a (id)
  left join eligible e on e.agency_id = a.id
  left join gone g on g.agency_id = a.id
  left join kept_back b on b.agency_id = a.id
  left join lifted l on l.agency_id = a.id
$$;
