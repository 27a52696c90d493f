/** The work that is compared (quality.md, P1): the first page of an agency's invoices with count and total. */

export interface ListCase {
  /** Number of the agency, 1 to 50; the first owns a fifth of all rows. */
  readonly agency: number
  readonly status: string
}

export const LIST_QUERY = `query invoices($where: transaction_invoice_bool_exp!, $order_by: [transaction_invoice_order_by!], $limit: Int, $offset: Int) {
  total: transaction_invoice_aggregate(limit: 10000) { aggregate { count } }
  count: transaction_invoice_aggregate(where: $where, limit: 10000) { aggregate { count } }
  records: transaction_invoice(where: $where, order_by: $order_by, limit: $limit, offset: $offset) {
    id human_id type status finance_status amount tax_amount total_amount outstanding_balance raised_date due_date updated_at
    client { id name }
    currency { id alpha_code }
  }
}`

export const variablesOf = ({ status }: ListCase) => ({
  where: { status: { _eq: status } },
  order_by: [{ updated_at: 'desc' }],
  limit: 10,
  offset: 0,
})

/** The same, written by hand by somebody who knows PostgreSQL well: one statement, prepared, JSON made in SQL. */
export const HAND_SQL = `
  select json_build_object(
    'total', (select count(*) from (select from transaction.invoice where agency_id = $1 and deleted_at is null limit 10000) c),
    'count', (select count(*) from (select from transaction.invoice where agency_id = $1 and status = $2 and deleted_at is null limit 10000) c),
    'records', (select coalesce(json_agg(r), '[]') from (
      select i.id, i.human_id, i.type, i.status, transaction.finance_status(i.status, i.due_date, $3::date) as finance_status,
        i.amount, i.tax_amount, i.total_amount, i.outstanding_balance, i.raised_date, i.due_date, i.updated_at,
        json_build_object('id', c.id, 'name', c.name) as client,
        json_build_object('id', k.id, 'alpha_code', k.alpha_code) as currency
      from transaction.invoice i
        left join business.business c on c.id = i.client_id and c.deleted_at is null
        left join platform.currency k on k.id = i.currency_id and k.deleted_at is null
      where i.agency_id = $1 and i.status = $2 and i.deleted_at is null
      order by i.updated_at desc limit 10) r))::text as data`
