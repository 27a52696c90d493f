-- Why: a batch may be completed before its run, so that its file is with the bank in time. Its payments stand in the books from
-- the day of the run; until then they were told as in use today and not as of today. And what suppliers are paid of their
-- bills is no payment to a contractor (spec §2).

-- The payments of a batch, at any size of the books.
create index payment_of_batch on transaction.payment_receipt_summary (payment_batch_id) where payment_batch_id is not null;

drop function report.funds_in_use(uuid, date, uuid, uuid);

-- What was paid out on work whose client has not paid as much, less what its agency has made good; now, or as of a day. A set
-- and its corrections count as one. Credit of other work that settles a document counts as paid, and is out there no longer.
create function report.funds_in_use(principal_id uuid, today date, as_of date, of_agency_id uuid, of_currency_id uuid)
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
    select s.family_id, i.id, i.paid_amount, i.type in ('provider-client', 'agency-client', 'funder-client') as is_claim
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
    select d.family_id, d.is_claim, case when $3 is null then d.paid_amount - coalesce(h.amount, 0) else l.paid end + c.moved as amount
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
  gone as (
    select f.agency_id, f.client_id, f.currency_id, greatest(coalesce(s.paid, 0) - coalesce(s.received, 0) - f.recovered, 0) as amount
    from families f
    left join (
      select family_id, sum(s.amount) filter (where not s.is_claim) as paid, sum(s.amount) filter (where s.is_claim) as received
      from settled s group by family_id) s on s.family_id = f.id)
  select o.agency_id, o.client_id, o.currency_id, sum(o.amount) from gone o group by 1, 2, 3;
end $$;

-- As in 0041, by the day that is asked about.
create or replace function report.get_funding_debtors(principal_id uuid, today date, agency_id uuid default null, currency_id uuid default null,
    as_of date default null)
  returns setof report.funding_debtor language sql stable as $$
  with at as (
    select least(coalesce(get_funding_debtors.as_of, get_funding_debtors.today), get_funding_debtors.today) as day,
      case when get_funding_debtors.as_of < get_funding_debtors.today then get_funding_debtors.as_of end as past),
  rule as (
    select f.concentration_percent from at, business.funding_rule f
    where f.principal_id = get_funding_debtors.principal_id and f.deleted_at is null
      and f.effective_from <= at.day and (f.effective_to is null or f.effective_to >= at.day)
    order by f.effective_from desc limit 1),
  debt as (
    select d.agency_id, d.client_id, d.currency_id, (count(*) filter (where not d.is_reassigned))::int as invoice_count,
      coalesce(sum(d.net) filter (where not d.is_reassigned), 0) as net,
      coalesce(sum(d.disallowed) filter (where d.reason = 'Age disapproval' and not d.is_reassigned), 0) as out_of_age,
      coalesce(sum(d.disallowed) filter (where d.reason = 'Partly paid invoice disapproval' and not d.is_reassigned), 0) as part_paid,
      coalesce(sum(d.disallowed) filter (where d.reason = 'Credit Limit exceeded' and not d.is_reassigned), 0) as over_limit,
      coalesce(sum(d.net - d.disallowed) filter (where not d.is_reassigned), 0) as eligible,
      coalesce(sum(d.net) filter (where d.due_date < at.day and not d.is_reassigned), 0) as overdue,
      case when at.past is null then coalesce(sum(d.net) filter (where d.is_disputed and not d.is_reassigned), 0) end as disputed,
      min(d.raised_date) filter (where not d.is_reassigned) as oldest,
      coalesce(sum(d.net) filter (where d.is_reassigned), 0) as reassigned, sum(d.recourse) as recourse,
      sum(d.recourse - d.recovered) as to_recover,
      coalesce(sum(d.net) filter (where d.is_verified and not d.is_reassigned), 0) as verified
    from at, report.funding_debts(get_funding_debtors.principal_id, at.past, get_funding_debtors.agency_id, get_funding_debtors.currency_id) d
    group by d.agency_id, d.client_id, d.currency_id, at.past),
  gone as (
    select u.* from at, report.funds_in_use(get_funding_debtors.principal_id, get_funding_debtors.today, at.past, get_funding_debtors.agency_id,
      get_funding_debtors.currency_id) u),
  shared as (
    select d.*, sum(d.eligible) over (partition by d.agency_id, d.currency_id) as whole,
      sum(d.net) over (partition by d.client_id, d.currency_id) as owed_in_all
    from debt d)
  select md5(s.agency_id::text || s.client_id::text || s.currency_id::text)::uuid, s.agency_id, a.name, s.client_id, c.human_id, c.name,
    s.currency_id, y.alpha_code, s.invoice_count, s.net, s.out_of_age, s.part_paid, s.over_limit, s.eligible,
    case when s.whole > 0 then round(100 * s.eligible / s.whole, 2) end,
    case when r.concentration_percent is not null and s.whole > 0
      then greatest(s.eligible - round(s.whole * r.concentration_percent / 100, 2), 0) else 0 end,
    l.amount, l.amount - s.owed_in_all, s.overdue, s.disputed, s.oldest, s.reassigned, s.recourse, s.to_recover, coalesce(o.amount, 0), s.verified
  from at cross join shared s
  join business.business a on a.id = s.agency_id
  join business.business c on c.id = s.client_id
  join platform.currency y on y.id = s.currency_id
  left join rule r on true
  left join gone o on o.agency_id = s.agency_id and o.client_id = s.client_id and o.currency_id = s.currency_id
  left join lateral (
    select k.amount from business.credit_limit k
    where k.client_id = s.client_id and k.currency_id = s.currency_id and k.limiter_id = get_funding_debtors.principal_id
      and k.agency_id is null and k.deleted_at is null and k.effective_from <= at.day
      and (k.effective_to is null or k.effective_to >= at.day)
    order by k.effective_from desc, k.id desc limit 1) l on true
$$;

-- As in 0027, without suppliers' bills; what the bank sent back belongs to the day on which it was paid, as in the list.
create or replace function report.agree_contractor_payments(agency_id uuid, today date, without_paye boolean default false, paid_from date default null,
    paid_to date default null, currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('amount', coalesce(agree_contractor_payments.paid_from, agree_contractor_payments.today), d.currency_id, sum(d.amount))::report.figure
      from transaction.payment_receipt_detail d
      join transaction.invoice i on i.id = d.invoice_id and i.type = 'contractor-agency' and i.contractor_id is not null
      where d.agency_id = agree_contractor_payments.agency_id and d.reversal_date is null
        and (not agree_contractor_payments.without_paye or i.payment_company_type <> 'contractor')
        and (agree_contractor_payments.paid_from is null or d.post_date >= agree_contractor_payments.paid_from)
        and (agree_contractor_payments.paid_to is null or d.post_date <= agree_contractor_payments.paid_to)
        and (agree_contractor_payments.currency_id is null or d.currency_id = agree_contractor_payments.currency_id)
      group by d.currency_id),
    array(
      select row('amount', coalesce(agree_contractor_payments.paid_from, agree_contractor_payments.today), p.currency_id, sum(p.amount))::report.figure
      from transaction.invoice i
      join ledger.posting p on p.invoice_id = i.id
      join ledger.account a on a.id = p.account_id and a.kind = 'contractor_payable'
      join ledger.transaction t on t.id = p.transaction_id and t.source_entity = 'transaction.payment_receipt_summary'
      join transaction.payment_receipt_summary s on s.id = t.source_id
      where i.agency_id = agree_contractor_payments.agency_id and i.type = 'contractor-agency' and i.contractor_id is not null
        and (not agree_contractor_payments.without_paye or i.payment_company_type <> 'contractor')
        and (agree_contractor_payments.paid_from is null or s.transaction_date >= agree_contractor_payments.paid_from)
        and (agree_contractor_payments.paid_to is null or s.transaction_date <= agree_contractor_payments.paid_to)
        and (agree_contractor_payments.currency_id is null or p.currency_id = agree_contractor_payments.currency_id)
      group by p.currency_id));
end $$;
