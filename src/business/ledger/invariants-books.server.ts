/** Invariants of the books against their documents (quality L2 to L6, L12), written apart from the rules that post. */
import { type Invariant, keyed, type Only } from './invariant.server.ts'

const client_facing = `('provider-client', 'agency-client', 'funder-client')`
const resales = `('agency-provider', 'agency-funder')`
const fees = `('provider-agency', 'funder-agency', 'platform_fee')`
const on_costs = `('employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')`
const principal = `case s.funding_model when 'indirect' then s.funder_id else s.provider_id end`
const live = `i.status in ('open', 'closed')`

/** Documents with the books that they are in. */
const documents = `(select i.*, ${principal} as principal_id from transaction.invoice i
  join transaction.invoice_set s on s.id = i.invoice_set_id)`

/** Accounts of some kinds with a balance, positive on the given side, that differs from the sum of their documents. */
const accounts = (
  kinds: string,
  sign: '' | '-',
  said: string,
  which = 'true',
) => `with said as (select principal_id, kind, business_id, currency_id, sum(amount) as amount from (${said}) d group by 1, 2, 3, 4),
      posted as (select a.principal_id, a.kind, a.business_id, a.currency_id, ${sign}sum(p.amount) as amount
        from ledger.account a join ledger.posting p on p.account_id = a.id where a.kind in ${kinds} and ${which} group by 1, 2, 3, 4)
      select format('%s of %s in the books of %s: documents say %s, the books %s', replace(kind, '_', ' '), b.human_id, o.human_id,
        coalesce(s.amount, 0), coalesce(p.amount, 0)) as what
      from said s full join posted p using (principal_id, kind, business_id, currency_id)
      join business.business b on b.id = business_id join business.business o on o.id = principal_id
      where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`

/** The postings that each document of a set calls for: kind and business of the account, and amount. */
const saidPostings = (
  which: string,
) => `select i.invoice_set_id, i.id as invoice_id, i.currency_id, v.kind, v.business_id, v.amount
  from ${documents} i cross join lateral (
    select k.kind, k.business_id, k.amount from (values
      ('client_receivable', i.to_business_id, i.total_amount, i.type in ${client_facing}),
      ('sales', null::uuid, -i.amount, i.type in ${client_facing} and i.from_business_id = i.principal_id),
      ('output_vat', null, -i.tax_amount, i.type in ${client_facing} and i.from_business_id = i.principal_id),
      ('agency_control', i.agency_id, -i.total_amount, i.type in ${client_facing} and i.from_business_id <> i.principal_id),
      ('purchases', null, i.amount, i.type in ${resales}),
      ('input_vat', null, i.tax_amount, i.type in ${resales}),
      ('agency_control', i.agency_id, -i.total_amount, i.type in ${resales}),
      ('agency_control', i.agency_id, i.total_amount, i.type not in ${client_facing} and i.type not in ${resales}),
      ('platform_fee_payable', i.provider_id, -i.total_amount, i.type = 'platform_fee' and i.principal_id <> i.provider_id),
      ('fee_income', null, -i.amount, i.type in ${fees} and not (i.type = 'platform_fee' and i.principal_id <> i.provider_id)),
      ('output_vat', null, -i.tax_amount, i.type in ${fees} and not (i.type = 'platform_fee' and i.principal_id <> i.provider_id)),
      ('contractor_payable', i.from_business_id, -i.total_amount, i.type = 'contractor-agency'),
      ('oncost_payable', i.agency_id, -i.total_amount, i.type in ${on_costs}),
      ('agency_earnings_payable', i.agency_id, -i.total_amount, i.type = 'agency_earnings')
    ) k (kind, business_id, amount, is_so) where k.is_so and k.amount <> 0) v
  where ${which}`

/** Facts that an entry may name. */
const sources = [
  'invoice_set',
  'invoice',
  'payment_receipt_summary',
  'payment_receipt_detail',
  'credit_allocation',
  'collection_note',
  'recourse_entry',
  'refund',
  'payslip',
  'tax_month',
  'overpayment',
  'year_correction',
  'holiday_movement',
]

const receipts = `(select * from transaction.payment_receipt_summary where type = 'receipt')`
const payments = `(select * from transaction.payment_receipt_summary where type = 'payment')`

/** Amounts that facts move on accounts of one kind, of one business or of all: fact, rows, key of its entry, kind, business, amount. */
const moves: readonly (readonly [string, string, string, string, string, string])[] = [
  ['receipt', receipts, 'receipt', 'bank', 'null', 'f.amount'],
  ['receipt', receipts, 'receipt', 'unallocated_receipt', 'f.for_business_id', '-f.amount'],
  ['payment', payments, 'payment', 'bank', 'null', '-f.amount'],
  ['match', 'transaction.payment_receipt_detail', 'match', 'client_receivable', 'a.business_id', '-f.amount'],
  ['refund', 'transaction.refund', 'refund', 'refund_payable', 'f.for_business_id', '-f.amount'],
  [
    'change of a debt',
    'transaction.recourse_entry',
    'recourse-entry',
    'agency_recourse',
    'f.agency_id',
    'f.amount',
  ],
  [
    'collection note',
    'transaction.collection_note',
    'collection',
    'agency_recourse',
    'f.agency_id',
    'f.amount',
  ],
  [
    'holiday movement',
    'transaction.holiday_movement',
    'holiday',
    'holiday_fund',
    'f.contractor_id',
    '-f.amount',
  ],
]

const moved = (only: Only): string =>
  moves
    .map(
      ([says, fact, entry, kind, business, amount]) =>
        `select format('${says} %s says %s, its entry moves %s on ${kind.replaceAll('_', ' ')}', f.id, ${amount}, coalesce(sum(p.amount), 0)) as what
      from ${fact} f join ledger.transaction t on t.fact_key = '${entry}:' || f.id
      left join (ledger.posting p join ledger.account a on a.id = p.account_id and a.kind = '${kind}')
        on p.transaction_id = t.id and a.business_id is not distinct from ${business}
      where ${only('f.id')}
      group by f.id, ${amount} having coalesce(sum(p.amount), 0) <> ${amount}`,
    )
    .join('\n      union all ')

export const books_invariants: readonly Invariant[] = [
  {
    id: 'L2',
    says: 'what each client owes in the books is what is outstanding on its documents',
    sql: accounts(
      `('client_receivable')`,
      '',
      `select i.principal_id, 'client_receivable' as kind, i.to_business_id as business_id, i.currency_id, i.outstanding_balance as amount
        from ${documents} i where i.type in ${client_facing} and ${live}`,
    ),
  },
  {
    id: 'L3',
    says: 'on-costs and refunds payable are what of their documents is unpaid, platform fees payable their documents',
    sql: accounts(
      `('oncost_payable', 'platform_fee_payable', 'refund_payable')`,
      '-',
      `select i.principal_id, case type when 'platform_fee' then 'platform_fee_payable' else 'oncost_payable' end as kind,
          case type when 'platform_fee' then i.provider_id else i.agency_id end as business_id, i.currency_id,
          -- No verb pays a platform fee out of the books of a funder yet.
          case type when 'platform_fee' then i.total_amount else i.outstanding_balance end as amount
        from ${documents} i where ${live}
          and (i.type in ${on_costs} or (i.type = 'platform_fee' and i.principal_id <> i.provider_id))
        union all
        select principal_id, 'refund_payable', for_business_id, currency_id, amount from transaction.refund where status = 'requested'`,
      // Amounts that a payslip settled without an open document are in the books alone.
      `(a.kind <> 'oncost_payable' or p.invoice_id is not null)`,
    ),
  },
  {
    id: 'L4',
    says: 'sales, purchases, fees and VAT of each month are those of the documents raised in it',
    sql: `with said as (
        select i.principal_id, d.kind, i.currency_id, date_trunc('month', i.raised_date::timestamp)::date as month, sum(d.amount) as amount
        from (${saidPostings('true')}) d join ${documents} i on i.id = d.invoice_id
        where d.kind in ('sales', 'purchases', 'fee_income', 'output_vat', 'input_vat') group by 1, 2, 3, 4),
      posted as (
        select a.principal_id, a.kind, a.currency_id, date_trunc('month', p.post_date::timestamp)::date as month, sum(p.amount) as amount
        from ledger.account a join ledger.posting p on p.account_id = a.id
        where a.kind in ('sales', 'purchases', 'fee_income', 'output_vat', 'input_vat')
          -- A cost that an agency makes good is income without a document of a set.
          and p.invoice_id is not null group by 1, 2, 3, 4)
      select format('%s of %s in the month from %s: documents say %s, the books %s', replace(kind, '_', ' '), o.human_id, month,
        coalesce(s.amount, 0), coalesce(p.amount, 0)) as what
      from said s full join posted p using (principal_id, kind, currency_id, month)
      join business.business o on o.id = principal_id
      where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'L6',
    says: 'every entry of the books names a fact that is there, and a mirror repeats what it reverses with opposite amounts',
    ...keyed(
      'entry',
      (
        only,
      ) => `select format('entry %s (%s) names %s %s, which is not there', t.id, t.kind, t.source_entity, t.source_id) as what
      from ledger.transaction t
      ${sources.map((name) => `left join transaction.${name} f_${name} on t.source_entity = 'transaction.${name}' and f_${name}.id = t.source_id`).join('\n      ')}
      where coalesce(${sources.map((name) => `f_${name}.id`).join(', ')}) is null and ${only('t.id')}
      union all
      select format('entry %s does not repeat entry %s', t.id, t.reverses_id) from ledger.transaction t
      left join ledger.posting p on p.transaction_id in (t.id, t.reverses_id)
      where ${only('t.id')} and t.reverses_id is not null
      group by t.id, t.reverses_id, p.account_id, p.invoice_id having sum(p.amount) is distinct from 0`,
    ),
  },
  {
    id: 'L6',
    says: 'the postings of a set, worked out again from its documents, are those in the books, account by account',
    ...keyed(
      'set',
      (only) => `with posted as (
        select t.source_id as invoice_set_id, p.invoice_id, p.currency_id, a.kind, a.business_id, sum(p.amount) as amount
        from ledger.transaction t join ledger.posting p on p.transaction_id = t.id join ledger.account a on a.id = p.account_id
        where t.source_entity = 'transaction.invoice_set' and ${only('t.source_id')} group by 1, 2, 3, 4, 5),
      both_said as (
        select invoice_set_id, invoice_id, currency_id, kind, business_id, amount, 0 as booked from (${saidPostings(only('i.invoice_set_id'))}) d
        union all select invoice_set_id, invoice_id, currency_id, kind, business_id, 0, amount from posted)
      select format('%s of invoice %s in set %s: it says %s, the books %s', replace(b.kind, '_', ' '), coalesce(i.human_id, 'none'),
        b.invoice_set_id, sum(b.amount), sum(b.booked)) as what
      from both_said b left join transaction.invoice i on i.id = b.invoice_id
      group by b.invoice_set_id, b.invoice_id, b.currency_id, b.kind, b.business_id, i.human_id
      having sum(b.amount) <> sum(b.booked)`,
    ),
  },
  {
    id: 'L6',
    says: 'receipts, matches, payments, refunds, credits and debts of agencies are posted with their own amounts, and once',
    ...keyed(
      'fact',
      (only) => `${moved(only)}
      union all select format('receipt or payment %s of %s is not in the books', s.human_id, s.amount) from transaction.payment_receipt_summary s
      where ${only('s.id')} and s.type = 'receipt' and not exists (select from ledger.transaction t where t.fact_key = 'receipt:' || s.id)
      union all select format('credit of %s on %s is posted as %s', c.amount, i.human_id, coalesce(-sum(p.amount), 0))
      from transaction.credit_allocation c join transaction.invoice i on i.id = c.invoice_id and i.type in ${client_facing}
      left join (ledger.transaction t join ledger.posting p on p.transaction_id = t.id) on t.fact_key = 'credit:' || c.id and p.invoice_id = c.invoice_id
      where ${only('c.id')}
      group by c.id, c.amount, i.human_id having coalesce(-sum(p.amount), 0) <> c.amount`,
    ),
  },
  {
    id: 'L12',
    says: 'nothing is posted before its provider’s books begin, and a posting has its entry’s day',
    ...keyed(
      'entry',
      (
        only,
      ) => `select format('entry %s is posted on %s, the books of %s begin on %s', t.id, t.post_date, b.human_id, b.books_begin) as what
      from ledger.transaction t join business.business b on b.id = t.provider_id where ${only('t.id')} and t.post_date < b.books_begin
      union all
      select format('a posting of entry %s is of %s, the entry of %s', t.id, p.post_date, t.post_date)
      from ledger.posting p join ledger.transaction t on t.id = p.transaction_id where ${only('t.id')} and p.post_date <> t.post_date`,
    ),
  },
]
