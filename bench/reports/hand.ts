/** What somebody would write by hand for one agency's report, with its own conditions and nothing it does not need. */
const CLIENT_FACING = `('provider-client', 'agency-client', 'funder-client')`

export const HAND_STATEMENT = `
  select i.client_id, b.name, y.alpha_code, count(*),
    coalesce(sum(i.outstanding_balance) filter (where i.due_date >= $2), 0) as aged_current,
    coalesce(sum(i.outstanding_balance) filter (where $2::date - i.due_date between 1 and 30), 0) as aged_0_30,
    coalesce(sum(i.outstanding_balance) filter (where $2::date - i.due_date between 31 and 60), 0) as aged_31_60,
    coalesce(sum(i.outstanding_balance) filter (where $2::date - i.due_date between 61 and 90), 0) as aged_61_90,
    coalesce(sum(i.outstanding_balance) filter (where $2::date - i.due_date between 91 and 120), 0) as aged_91_120,
    coalesce(sum(i.outstanding_balance) filter (where $2::date - i.due_date > 120), 0) as aged_over_120,
    sum(i.outstanding_balance) as net_outstanding_balance
  from transaction.invoice i
  join business.business b on b.id = i.client_id
  join platform.currency y on y.id = i.currency_id
  where i.agency_id = $1 and i.deleted_at is null and i.status = 'open' and i.type in ${CLIENT_FACING}
  group by i.client_id, b.name, y.alpha_code order by b.name`

export const OUR_STATEMENT = `
  select client_id, client_name, alpha_code, invoice_count, aged_current, aged_0_30, aged_31_60, aged_61_90, aged_91_120,
    aged_over_120, net_outstanding_balance
  from report.get_client_statement(agency_id => $1, today => $2) order by client_name`

const shown =
  'human_id, type, name, alpha_code, raised_date, due_date, total_amount, outstanding_balance, days_overdue'

const handDetail = (tail: string) => `
  select ${shown} from (
    select i.human_id, i.type, b.name, y.alpha_code, i.raised_date, i.due_date, i.total_amount, i.outstanding_balance,
      greatest($2::date - i.due_date, 0) as days_overdue
    from transaction.invoice i
    join business.business b on b.id = i.client_id
    join platform.currency y on y.id = i.currency_id
    where i.agency_id = $1 and i.deleted_at is null and i.status = 'open' and i.type in ${CLIENT_FACING}) r ${tail}`

const ourDetail = (tail: string, of = 'detail(agency_id => $1, today => $2)') => `
  select ${shown.replace('name', 'client_name')} from report.get_agency_sales_ledger_${of} ${tail}`

const page = 'order by due_date, human_id limit 10'
export const HAND_PAGE = handDetail(page)
export const OUR_PAGE = ourDetail(page, 'head(agency_id => $1, today => $2, head => 10)')
const all = 'order by human_id'
export const HAND_ALL = handDetail(all)
export const OUR_ALL = ourDetail(all)

/** Quarters that have documents, without deadline and empty quarters. */
export const HAND_VAT = `
  select date_trunc('quarter', i.raised_date::timestamp)::date as quarter_start,
    coalesce(sum(i.tax_amount) filter (where i.type in ('agency-provider', 'agency-client', 'agency-funder')), 0) as output_tax,
    coalesce(sum(i.tax_amount) filter (where i.type in ('contractor-agency', 'provider-agency', 'platform_fee', 'funder-agency')), 0)
      as input_tax
  from transaction.invoice i
  where i.agency_id = $1 and i.deleted_at is null and i.status in ('open', 'closed') and i.raised_date <= $2
    and i.type in ('agency-provider', 'agency-client', 'agency-funder', 'contractor-agency', 'provider-agency', 'platform_fee', 'funder-agency')
    and i.currency_id = '00000000-0000-7000-8000-000000000826'
  group by 1 order by 1`

export const OUR_VAT = `
  select quarter_start, output_tax, input_tax from report.get_agency_vat_liability(agency_id => $1, today => $2,
    currency_id => '00000000-0000-7000-8000-000000000826') order by quarter_start`
