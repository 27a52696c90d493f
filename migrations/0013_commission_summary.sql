-- Why: commission added up per client, contractor or placement over a period (spec §2, agency commission summary), and
-- an agency's payments by the day they were made: the agency report reads those of the last days.
create index payment_receipt_detail_agency on transaction.payment_receipt_detail (agency_id, post_date desc);

create type report.agency_commission_summary as (
  id uuid,
  subject_id uuid,
  human_id text,
  name text,
  currency_id uuid,
  alpha_code text,
  work_count integer,
  client_gross numeric,
  contractor_gross numeric,
  fee_gross numeric,
  platform_fee numeric,
  funder_fee numeric,
  on_costs numeric,
  agency_gross numeric
);

-- `per` is client, contractor or placement; `indirect` leaves sets of the other funding models out, or those of this.
-- Work without such a subject (a sales invoice has no contractor) stands in a row without a name.
create function report.get_agency_commission_summary(agency_id uuid, per text default 'client', indirect boolean default null,
    raised_from date default null, raised_to date default null, currency_id uuid default null)
  returns setof report.agency_commission_summary language sql stable parallel safe as $$
  select md5(coalesce(g.subject_id::text, '') || y.id::text)::uuid, g.subject_id, coalesce(b.human_id, c.human_id),
    coalesce(b.name, c.title), y.id, y.alpha_code, g.work_count, g.client_gross, g.contractor_gross, g.fee_gross,
    g.platform_fee, g.indirect_fees - g.platform_fee, g.on_costs, g.agency_gross
  from (
    select case get_agency_commission_summary.per when 'contractor' then s.contractor_id when 'placement' then s.contract_id
        else s.client_id end as subject_id,
      s.currency_id, count(*)::int as work_count, sum(s.client_gross) as client_gross, sum(s.contractor_gross) as contractor_gross,
      sum(s.fee_gross) as fee_gross, sum(s.fee_gross) filter (where s.funding_model = 'indirect') as indirect_fees,
      sum(coalesce((select sum(p.total_amount) from transaction.invoice p
        where p.invoice_set_id = s.id and p.type = 'platform_fee' and p.deleted_at is null), 0))
        filter (where s.funding_model = 'indirect') as platform_fee,
      sum(s.on_costs) as on_costs, sum(s.agency_gross) as agency_gross
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
