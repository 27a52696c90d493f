-- Why: availability named each reason that takes a debt out of it, and a new reason of documents was forgotten there. Every hold does,
-- apart from the limit: the debt below it is good, and the agency alone waits.
create function transaction.is_basis_of_payments(funding_status text, funding_hold_reason text) returns boolean language sql immutable as $$
  select funding_status <> 'held' or coalesce(funding_hold_reason = 'Credit Limit exceeded', false)
$$;

create or replace function report.funding_availability(principal_id uuid, today date, agency_ids uuid[], currency_id uuid, made_by text)
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
      and transaction.is_basis_of_payments(i.funding_status, i.funding_hold_reason)
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
      and platform.person_behind(o.approved_by) <> platform.person_behind(funding_availability.made_by)
    group by o.agency_id)
  select a.id, round(coalesce(e.amount, 0) * r.advance_percent / 100, 2) - coalesce(g.amount, 0) - coalesce(b.amount, 0),
    coalesce(l.amount, 0)
  from rule r cross join unnest(funding_availability.agency_ids) a (id)
  left join eligible e on e.agency_id = a.id
  left join gone g on g.agency_id = a.id
  left join kept_back b on b.agency_id = a.id
  left join lifted l on l.agency_id = a.id
$$;
