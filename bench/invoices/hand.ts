/**
 * What `raiseInvoiceSets` is compared with: one statement, written by hand for this one case (direct model, funded,
 * limited companies registered for VAT, one fee rule), that makes the same rows in the same tables. It takes the ids
 * of the timesheets as $1, the day as $2 and the moment as $3, and does without everything the product also does:
 * other models, terms and fee rules by date, credit limits, refusals in words.
 */
export const HAND_SQL = `
with w as materialized (
  select t.id as timesheet_id, t.version, t.start_date, t.end_date, c.id as contract_id, c.title, c.po_number, c.funding_type,
    c.funding_model, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id, c.payment_company_id, c.currency_id,
    k.name as contractor_name, pc.type as payment_company_type, x.payment_terms as client_terms, y.payment_terms as contractor_terms,
    f.value as fee, platform.new_id() as set_id, platform.new_id() as ledger_id
  from transaction.timesheet t
  join contract.contract c on c.id = t.contract_id
  join business.business k on k.id = c.contractor_id
  join business.business pc on pc.id = c.payment_company_id
  join contract.contract_entity x on x.contract_id = c.id and x.type = 'client'
  join contract.contract_entity y on y.contract_id = c.id and y.type = 'contractor'
  join contract.service_charge f on f.agency_id = c.agency_id and f.fee_type = 'service_fee'
  where t.id = any ($1::uuid[])
), worked as materialized (
  select d.timesheet_id, d.rate_name, d.unit_type, d.contractor_rate, d.client_rate, sum(d.units) as units,
    row_number() over (partition by d.timesheet_id order by d.rate_name <> 'Standard', d.rate_name) as position
  from transaction.timesheet_detail d
  where d.timesheet_id = any ($1::uuid[]) and d.deleted_at is null and d.units > 0
  group by d.timesheet_id, d.rate_name, d.unit_type, d.contractor_rate, d.client_rate
), sums as (
  select timesheet_id, sum(units) as units, sum(round(units * client_rate, 2)) as cn,
    sum(round(round(units * client_rate, 2) * 0.2, 2)) as cv, sum(round(units * contractor_rate, 2)) as kn,
    sum(round(round(units * contractor_rate, 2) * 0.2, 2)) as kv
  from worked group by timesheet_id
), fees as (
  select w.*, s.units, cn, cv, cn + cv as cg, kn, kv, kn + kv as kg, round((cn + cv) * fee / 100, 2) as fn,
    round(round((cn + cv) * fee / 100, 2) * 0.2, 2) as fv
  from w join sums s using (timesheet_id)
), s as materialized (
  select *, fn + fv as fg, cg - kg - fn - fv as ag, cv - kv - fv as av from fees
), d as materialized (
  select s.*, v.*, platform.new_id() as id,
    row_number() over (partition by v.from_id order by s.timesheet_id, v.no) as series_position
  from s cross join lateral (values
    (1, 'contractor-agency', payment_company_id, agency_id, kn, kv, $2::date + contractor_terms, contractor_terms, 'due_date',
      'not_applicable', true, 'standard', true),
    (2, 'agency-provider', agency_id, provider_id, cn, cv, $2::date + (10 - extract(isodow from $2::date)::int) % 7, 0, 'run_date',
      'pending', false, 'standard', true),
    (3, 'provider-client', provider_id, client_id, cn, cv, $2::date + client_terms, client_terms, 'none', 'pending', false,
      'standard', true),
    (4, 'provider-agency', provider_id, agency_id, fn, fv, $2::date, 0, 'set_off', 'not_applicable', false, 'standard', true),
    (5, 'agency_earnings', provider_id, agency_id, ag, 0, $2::date + (10 - extract(isodow from $2::date)::int) % 7, 0, 'run_date',
      'pending', false, 'outside_scope', false)
  ) v (no, type, from_id, to_id, net, vat, due_date, payment_terms, release_condition, funding_status, is_self_billed, tax_type, is_vat_invoice)
), series as (
  update platform.invoice_series q set last_number = q.last_number + n.count
  from (select from_id, count(*) as count from d group by from_id) n
  where q.issuer_id = n.from_id and q.kind = 'invoice'
  returning q.issuer_id, q.series_no, q.last_number - n.count as before
), sets as (
  insert into transaction.invoice_set (id, generated_for, generation_type, version, provider_id, agency_id, client_id, contractor_id,
    funder_id, contractor_payment_id, contract_id, timesheet_id, funding_model, funding_type, currency_id, raised_date, total_units,
    client_net, client_tax, client_gross, sale_net, sale_tax, sale_gross, contractor_net, contractor_tax, contractor_gross, fee_net, fee_tax, fee_gross, on_costs,
    agency_gross, agency_tax, agency_net, created_at, updated_at)
  select set_id, 'timesheet', 'timesheet', version, provider_id, agency_id, client_id, contractor_id, funder_id, payment_company_id,
    contract_id, timesheet_id, funding_model, funding_type, currency_id, $2, units, cn, cv, cg, cn, cv, cg, kn, kv, kg, fn, fv, fg, 0, ag, av,
    ag - av, $3, $3
  from s
), invoices as (
  insert into transaction.invoice (id, human_id, invoice_set_id, type, generation_type, funding_status, funding_type, provider_id,
    agency_id, client_id, contractor_id, funder_id, from_business_id, to_business_id, from_invoice_entity_id, to_invoice_entity_id,
    is_self_billed, is_vat_invoice, contract_id, timesheet_id, transaction_id, transaction_type, payment_company_id,
    payment_company_type, currency_id, amount, tax_amount, total_amount, outstanding_balance, business_tax_id, raised_date, tax_point,
    due_date, payment_terms, release_condition, po_number, period_start, period_end, payable_bank_account_id, created_at, updated_at)
  select d.id, 'INV-' || q.series_no || '-' || lpad((q.before + d.series_position)::text, 6, '0'), d.set_id, d.type, 'timesheet',
    d.funding_status, d.funding_type, d.provider_id, d.agency_id, d.client_id, d.contractor_id, d.funder_id, d.from_id, d.to_id,
    a.id, b.id, d.is_self_billed, d.is_vat_invoice, d.contract_id, d.timesheet_id, d.timesheet_id, 'timesheet', d.payment_company_id,
    d.payment_company_type, d.currency_id, d.net, d.vat, d.net + d.vat, d.net + d.vat, x.id, $2, $2, d.due_date, d.payment_terms,
    d.release_condition, d.po_number, d.start_date, d.end_date, k.id, $3, $3
  from d
  join series q on q.issuer_id = d.from_id
  join transaction.invoice_entity a on a.business_id = d.from_id
  join transaction.invoice_entity b on b.business_id = d.to_id
  join config.business_tax x on x.type = d.tax_type
  left join business.bank_account k on k.currency_id = d.currency_id and k.status = 'confirmed' and (k.business_id, k.purpose) in (
    values (case d.no when 1 then d.from_id when 2 then d.from_id when 3 then d.from_id when 5 then d.to_id end,
      case d.no when 3 then 'trust' else 'payout' end))
), lines as (
  insert into transaction.invoice_line (id, invoice_id, provider_id, agency_id, client_id, contractor_id, funder_id, position,
    description, rate_name, unit_type, units, rate, amount, tax_type, tax_rate, tax_amount, total_amount)
  select platform.new_id(), d.id, d.provider_id, d.agency_id, d.client_id, d.contractor_id, d.funder_id, l.position, l.description,
    l.rate_name, l.unit_type, l.units, l.rate, l.amount, d.tax_type, l.tax_rate, round(l.amount * l.tax_rate / 100, 2),
    l.amount + round(l.amount * l.tax_rate / 100, 2)
  from d cross join lateral (
    select k.position, d.contractor_name || ', ' || d.title || ', ' || k.rate_name || ', ' || to_char(d.start_date, 'DD/MM/YYYY')
        || ' to ' || to_char(d.end_date, 'DD/MM/YYYY') as description, k.rate_name, k.unit_type, k.units,
      case d.no when 1 then k.contractor_rate else k.client_rate end as rate,
      round(k.units * case d.no when 1 then k.contractor_rate else k.client_rate end, 2) as amount, 20 as tax_rate
    from worked k where k.timesheet_id = d.timesheet_id and d.no <= 3
    union all
    select 1, 'Service fee ' || trim(to_char(d.fee, 'FM9990.00')) || '% of the gross client charge of £' || to_char(d.cg, 'FM999,999,990.00'), null, null, 1, d.fn, d.fn, 20
    where d.no = 4
    union all
    select 1, 'Agency earnings', null, null, 1, d.ag, d.ag, 0 where d.no = 5
  ) l
), entries as (
  insert into ledger.transaction (id, kind, source_entity, source_id, principal_id, provider_id, agency_id, fact_key, post_date, created_at)
  select ledger_id, 'invoice_set', 'transaction.invoice_set', set_id, provider_id, provider_id, agency_id,
    'invoice_set:' || timesheet_id || ':' || version || ':timesheet', $2, $3
  from s
)
insert into ledger.posting (id, transaction_id, account_id, invoice_id, agency_id, currency_id, amount, post_date, created_at)
select platform.new_id(), d.ledger_id, a.id, d.id, d.agency_id, d.currency_id, p.amount, $2, $3
from d
cross join lateral (values
  (1, 'agency_control', d.agency_id, d.net + d.vat), (1, 'contractor_payable', d.payment_company_id, -d.net - d.vat),
  (2, 'purchases', null, d.net), (2, 'input_vat', null, d.vat), (2, 'agency_control', d.agency_id, -d.net - d.vat),
  (3, 'client_receivable', d.client_id, d.net + d.vat), (3, 'sales', null, -d.net), (3, 'output_vat', null, -d.vat),
  (4, 'agency_control', d.agency_id, d.net + d.vat), (4, 'fee_income', null, -d.net), (4, 'output_vat', null, -d.vat),
  (5, 'agency_control', d.agency_id, d.net), (5, 'agency_earnings_payable', d.agency_id, -d.net)
) p (no, kind, business_id, amount)
join ledger.account a on a.principal_id = d.provider_id and a.kind = p.kind and a.currency_id = d.currency_id
  and coalesce(a.business_id, '00000000-0000-0000-0000-000000000000') = coalesce(p.business_id, '00000000-0000-0000-0000-000000000000')
where p.no = d.no and p.amount <> 0`
