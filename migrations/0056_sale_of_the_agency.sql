-- Why: an agency's sale to its principal carries the VAT of these two parties, also where the client abroad is charged none
-- (books.md §1.4). What a set shares out is this sale: it stands beside the client's charge. Issued documents stay as they are.

-- What was sealed and is not as it was sealed stays so.
set local timezone = 'UTC';
create temporary table broken_sets on commit drop as
select coalesce(i.id, s.id) as id, s.hash
from transaction.invoice_set i
full join (select s.id, s.hash from log.seal s join log.sealed_table t on t.no = s.table_no where t.name = 'transaction.invoice_set') s on s.id = i.id
where s.hash is distinct from log.hash_of(to_jsonb(i));

alter table transaction.invoice_set
  add column sale_net numeric(15,2),
  add column sale_tax numeric(15,2),
  add column sale_gross numeric(15,2);
update transaction.invoice_set s set sale_net = d.net, sale_tax = d.tax, sale_gross = d.net + d.tax
from (
  select t.id, coalesce(sum(i.amount), 0) as net, coalesce(sum(i.tax_amount), 0) as tax
  from transaction.invoice_set t
  left join transaction.invoice i on i.invoice_set_id = t.id and i.type in ('agency-provider', 'agency-funder', 'agency-client')
  group by t.id) d
where d.id = s.id;
alter table transaction.invoice_set
  alter column sale_net set not null,
  alter column sale_tax set not null,
  alter column sale_gross set not null,
  drop constraint invoice_set_check,
  drop constraint invoice_set_check1,
  drop constraint invoice_set_check2,
  add constraint invoice_set_shares_gross check (sale_gross = contractor_gross + fee_gross + on_costs + agency_gross),
  add constraint invoice_set_shares_net check (sale_net = contractor_net + fee_net + on_costs + agency_net),
  add constraint invoice_set_shares_tax check (sale_tax = contractor_tax + fee_tax + agency_tax),
  add constraint invoice_set_sale check (sale_gross = sale_net + sale_tax);

call log.keep_sealed('transaction.invoice_set');
delete from log.seal s using broken_sets b, log.sealed_table t where t.name = 'transaction.invoice_set' and s.table_no = t.no and s.id = b.id;
insert into log.seal (table_no, id, hash)
select t.no, b.id, b.hash from broken_sets b join log.sealed_table t on t.name = 'transaction.invoice_set' where b.hash is not null;

-- Commission says what the agency sold for beside what the client is charged.
alter type report.agency_commission add attribute sale_gross numeric;
alter type report.agency_commission_summary add attribute sale_gross numeric;
create or replace function report.get_agency_commission(agency_id uuid)
  returns setof report.agency_commission language sql stable parallel safe as $$
  select s.id, s.raised_date, w.ends, 'AGYCOM-' || to_char(w.ends, 'DDMM'), s.generated_for, s.status, s.funding_model, s.funding_type,
    c.id, c.human_id, c.title, l.id, l.human_id, l.name, k.id, k.human_id, k.name, s.timesheet_id, s.expense_id, y.id, y.alpha_code,
    s.total_units::numeric, s.client_gross::numeric, s.contractor_gross::numeric, s.fee_gross::numeric,
    case when s.funding_model = 'indirect' then coalesce((select sum(p.total_amount) from transaction.invoice p
      where p.invoice_set_id = s.id and p.type = 'platform_fee' and p.deleted_at is null), 0) end,
    case when s.funding_model = 'indirect' then s.fee_gross - coalesce((select sum(p.total_amount) from transaction.invoice p
      where p.invoice_set_id = s.id and p.type = 'platform_fee' and p.deleted_at is null), 0) end,
    s.on_costs::numeric, s.agency_gross::numeric, s.agency_tax::numeric, s.agency_net::numeric, s.sale_gross::numeric
  from transaction.invoice_set s
  left join transaction.timesheet t on t.id = s.timesheet_id
  left join contract.contract c on c.id = s.contract_id
  left join business.business l on l.id = s.client_id
  left join business.business k on k.id = s.contractor_id
  left join platform.currency y on y.id = s.currency_id
  cross join lateral (select coalesce(t.end_date, (date_trunc('week', s.raised_date::timestamp) + interval '6 days')::date) as ends) w
  where s.agency_id = get_agency_commission.agency_id and s.deleted_at is null
$$;
create or replace function report.get_agency_commission_summary(agency_id uuid, per text default 'client', indirect boolean default null,
    raised_from date default null, raised_to date default null, currency_id uuid default null)
  returns setof report.agency_commission_summary language sql stable parallel safe as $$
  select md5(coalesce(g.subject_id::text, '') || y.id::text)::uuid, g.subject_id, coalesce(b.human_id, c.human_id),
    coalesce(b.name, c.title), y.id, y.alpha_code, g.work_count, g.client_gross, g.contractor_gross, g.fee_gross,
    g.platform_fee, g.indirect_fees - g.platform_fee, g.on_costs, g.agency_gross, g.sale_gross
  from (
    select case get_agency_commission_summary.per when 'contractor' then s.contractor_id when 'placement' then s.contract_id
        else s.client_id end as subject_id,
      s.currency_id, count(*)::int as work_count, sum(s.client_gross) as client_gross, sum(s.contractor_gross) as contractor_gross,
      sum(s.fee_gross) as fee_gross, sum(s.fee_gross) filter (where s.funding_model = 'indirect') as indirect_fees,
      sum(coalesce((select sum(p.total_amount) from transaction.invoice p
        where p.invoice_set_id = s.id and p.type = 'platform_fee' and p.deleted_at is null), 0))
        filter (where s.funding_model = 'indirect') as platform_fee,
      sum(s.on_costs) as on_costs, sum(s.agency_gross) as agency_gross, sum(s.sale_gross) as sale_gross
    from transaction.invoice_set s
    where s.agency_id = get_agency_commission_summary.agency_id and s.deleted_at is null
      and (get_agency_commission_summary.indirect is null
        or (s.funding_model = 'indirect') = get_agency_commission_summary.indirect)
      and (get_agency_commission_summary.raised_from is null or s.raised_date >= get_agency_commission_summary.raised_from)
      and (get_agency_commission_summary.raised_to is null or s.raised_date <= get_agency_commission_summary.raised_to)
      and (get_agency_commission_summary.currency_id is null or s.currency_id = get_agency_commission_summary.currency_id)
    group by 1, 2) g
  join platform.currency y on y.id = g.currency_id
  left join business.business b on get_agency_commission_summary.per is distinct from 'placement' and b.id = g.subject_id
  left join contract.contract c on get_agency_commission_summary.per = 'placement' and c.id = g.subject_id
$$;

-- VAT that was paid to the agency with its earnings and not charged to the client is repaid by HMRC: no advance on the debt.
create or replace function transaction.advance_on(family_id uuid, out gone_out numeric, out fees numeric, out received numeric)
  language sql stable parallel safe as $$
  select coalesce(sum(d.settled) filter (where d.release_condition <> 'client_receipt' and d.type in
      ('contractor-agency', 'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')), 0)
      - least(greatest(coalesce(sum(case when d.type in ('agency-provider', 'agency-funder') then d.tax_amount
          when d.type in ('provider-client', 'funder-client') then -d.tax_amount end), 0), 0),
        greatest(coalesce(sum(d.settled) filter (where d.release_condition <> 'client_receipt' and d.type = 'agency_earnings'), 0), 0)),
    coalesce(sum(d.settled) filter (where d.type in ('provider-agency', 'funder-agency', 'platform_fee')), 0),
    coalesce(sum(d.settled) filter (where d.type in ('provider-client', 'agency-client', 'funder-client')), 0)
  from (
    select i.type, i.release_condition, i.tax_amount, case when i.total_amount < 0 then i.total_amount + coalesce((
        select sum(a.amount) from transaction.credit_allocation a join transaction.invoice o on o.id = a.invoice_id
        where a.credit_note_id = i.id and a.reversal_date is null and transaction.family_of(o.invoice_set_id) = advance_on.family_id), 0)
      else i.paid_amount + coalesce((
        select sum(a.amount) from transaction.credit_allocation a join transaction.invoice o on o.id = a.credit_note_id
        where a.invoice_id = i.id and a.reversal_date is null and transaction.family_of(o.invoice_set_id) <> advance_on.family_id), 0) end as settled
    from transaction.invoice i
    where i.invoice_set_id = any (array(
        select advance_on.family_id union all select t.id from transaction.invoice_set t where t.corrects_set_id = advance_on.family_id))
      and i.deleted_at is null and i.status in ('open', 'closed')) d
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
      i.type = 'agency_earnings' as is_earned
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
    select d.family_id, d.is_claim, d.is_earned, case when $3 is null then d.paid_amount - coalesce(h.amount, 0) else l.paid end + c.moved as amount
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
    select f.agency_id, f.client_id, f.currency_id, greatest(coalesce(s.paid, 0) - least(coalesce(v.amount, 0), greatest(coalesce(s.earned, 0), 0))
      - coalesce(s.received, 0) - f.recovered, 0) as amount
    from families f
    left join (
      select family_id, sum(s.amount) filter (where not s.is_claim) as paid, sum(s.amount) filter (where s.is_claim) as received,
        sum(s.amount) filter (where s.is_earned) as earned
      from settled s group by family_id) s on s.family_id = f.id
    left join repaid v on v.family_id = f.id)
  select o.agency_id, o.client_id, o.currency_id, sum(o.amount) from gone o group by 1, 2, 3;
end $$;
