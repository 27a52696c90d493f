/**
 * Function-backed tables (spec §7.5): rows of the reports' SQL functions. The scope of the viewer is forced here and
 * is never a caller's argument; functions run with the rights of the viewer's login role.
 */

import { agency_insight } from '#business/dashboard/insight.entity.ts'
import { agreement } from '#business/ledger/agreement.entity.ts'
import { funding_age } from '#business/portfolio/funding-age.entity.ts'
import {
  funding_debtor,
  funding_document,
  funding_portfolio,
} from '#business/portfolio/funding-portfolio.entity.ts'
import { agency_commission, agency_commission_summary } from '#business/reports/agency-commission.entity.ts'
import { agency_earnings } from '#business/reports/agency-earnings.entity.ts'
import { client_statement } from '#business/reports/client-statement.entity.ts'
import {
  agency_retrospective_invoice,
  provider_retrospective_invoice,
} from '#business/reports/retrospective-invoice.entity.ts'
import { agency_sales_ledger, agency_sales_ledger_detail } from '#business/reports/sales-ledger.entity.ts'
import {
  agency_retrospective_ledger,
  client_sales_ledger,
  funder_sales_ledger_summary,
  own_sales_ledger,
  provider_retrospective_ledger,
  provider_sales_ledger_summary,
} from '#business/reports/sales-ledger-summary.entity.ts'
import { agency_vat_liability } from '#business/tax/vat-liability.entity.ts'
import { type Category, type Role, viewer } from '#entity/access.ts'
import { client_cost_roles, commission_roles } from '#entity/roles.ts'
import type { FunctionRoot } from './function-root.ts'

/** The books of the agency that asks; menu by role of spec §6. */
const own_books = { agency_id: viewer.business_id, today: '$today' } as const
/** Debt at the viewer's own risk. */
const own_risk = { principal_id: viewer.business_id, today: '$today' } as const
const sales_ledger_roles = [...commission_roles, 'agency_consultant'] as const satisfies readonly Role[]

/** Consultants have the retrospective report in their menu (spec §6), yet read no receipts. */
const past_balances = {
  why: 'balances of past days, by the dates of receipts and credits',
  from: ['agency_consultant'],
} as const

const reports: readonly FunctionRoot[] = [
  {
    name: 'get_client_statement',
    sql: 'report.get_client_statement',
    rows: client_statement,
    args: { client_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' } },
    forced: own_books,
    who: { agency: commission_roles },
  },
  {
    name: 'get_agency_sales_ledger',
    sql: 'report.get_agency_sales_ledger',
    rows: agency_sales_ledger,
    args: { currency_id: { kind: 'uuid' } },
    forced: own_books,
    who: { agency: sales_ledger_roles },
  },
  {
    name: 'get_agency_sales_ledger_detail',
    sql: 'report.get_agency_sales_ledger_detail',
    head: { sql: 'report.get_agency_sales_ledger_head', by: 'due_date' },
    uses: ['report.get_agency_ledger_documents', 'report.get_agency_ledger_receipts'],
    rows: agency_sales_ledger_detail,
    args: { client_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' } },
    forced: own_books,
    who: { agency: sales_ledger_roles },
  },
  {
    name: 'get_agency_vat_liability',
    sql: 'report.get_agency_vat_liability',
    rows: agency_vat_liability,
    args: { currency_id: { kind: 'uuid' }, stagger: { kind: 'integer' } },
    forced: own_books,
    who: { agency: ['agency_admin'] },
  },
  {
    name: 'get_agency_commission',
    sql: 'report.get_agency_commission',
    rows: agency_commission,
    args: {},
    forced: { agency_id: viewer.business_id },
    who: { agency: commission_roles },
  },
  {
    name: 'get_agency_commission_summary',
    sql: 'report.get_agency_commission_summary',
    rows: agency_commission_summary,
    args: {
      per: { kind: 'text' },
      indirect: { kind: 'boolean' },
      raised_from: { kind: 'day' },
      raised_to: { kind: 'day' },
      currency_id: { kind: 'uuid' },
    },
    forced: { agency_id: viewer.business_id },
    who: { agency: commission_roles },
  },
  {
    name: 'get_agency_earnings',
    sql: 'report.get_agency_earnings',
    rows: agency_earnings,
    args: { raised_from: { kind: 'day' }, raised_to: { kind: 'day' }, currency_id: { kind: 'uuid' } },
    forced: { agency_id: viewer.business_id },
    who: { agency: commission_roles },
  },
  {
    name: 'get_agency_insight',
    sql: 'report.get_agency_insight',
    rows: agency_insight,
    args: { raised_from: { kind: 'day' }, raised_to: { kind: 'day' } },
    forced: { agency_id: viewer.business_id },
    // Spec §6: Insights are for agency_admin only.
    who: { agency: ['agency_admin'] },
  },
  {
    name: 'get_funder_sales_ledger_summary',
    sql: 'report.get_sales_ledger_summary',
    rows: funder_sales_ledger_summary,
    args: {},
    // Spec §6: funder sales-ledger summaries are limited to the funder's own id.
    forced: { funder_id: viewer.business_id, today: '$today' },
    who: { funder: 'all' },
  },
  {
    name: 'get_provider_sales_ledger_summary',
    sql: 'report.get_sales_ledger_summary',
    rows: provider_sales_ledger_summary,
    args: {},
    forced: { provider_id: viewer.business_id, today: '$today' },
    who: { provider: 'all' },
  },
  {
    name: 'get_client_sales_ledger',
    sql: 'report.get_client_sales_ledger',
    rows: client_sales_ledger,
    args: {},
    forced: { provider_id: viewer.business_id, today: '$today' },
    who: { provider: 'all' },
  },
  {
    name: 'get_own_sales_ledger',
    sql: 'report.get_client_sales_ledger',
    rows: own_sales_ledger,
    args: {},
    forced: { client_id: viewer.business_id, today: '$today' },
    who: { client: client_cost_roles },
  },
  {
    name: 'get_agency_retrospective_ledger',
    sql: 'report.get_retrospective_sales_ledger',
    uses: ['report.get_retrospective_invoices'],
    rows: agency_retrospective_ledger,
    args: {},
    forced: own_books,
    hidden: past_balances,
    who: { agency: sales_ledger_roles },
  },
  {
    name: 'get_provider_retrospective_ledger',
    sql: 'report.get_retrospective_sales_ledger',
    uses: ['report.get_retrospective_invoices'],
    rows: provider_retrospective_ledger,
    args: {},
    forced: { provider_id: viewer.business_id, today: '$today' },
    who: { provider: 'all' },
  },
  {
    name: 'get_agency_retrospective_invoices',
    sql: 'report.get_retrospective_invoices',
    rows: agency_retrospective_invoice,
    args: {},
    forced: own_books,
    hidden: past_balances,
    who: { agency: sales_ledger_roles },
  },
  {
    name: 'get_provider_retrospective_invoices',
    sql: 'report.get_retrospective_invoices',
    rows: provider_retrospective_invoice,
    args: {},
    forced: { provider_id: viewer.business_id, today: '$today' },
    who: { provider: 'all' },
  },
  {
    name: 'get_funding_portfolio',
    sql: 'report.get_funding_portfolio',
    uses: [
      'transaction.principal_of',
      'report.funding_debts',
      'report.funds_in_use',
      'report.get_funding_debtors',
    ],
    reads: ['transaction.invoice'],
    rows: funding_portfolio,
    args: { agency_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' }, as_of: { kind: 'day' } },
    forced: own_risk,
    who: { funder: 'all', provider: 'all' },
  },
  {
    name: 'get_funding_debtors',
    sql: 'report.get_funding_debtors',
    uses: ['report.funding_debts', 'report.funds_in_use'],
    reads: ['transaction.invoice'],
    rows: funding_debtor,
    args: { agency_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' }, as_of: { kind: 'day' } },
    forced: own_risk,
    who: { funder: 'all', provider: 'all' },
  },
  {
    name: 'get_funding_ages',
    sql: 'report.get_funding_ages',
    uses: ['report.funding_debts'],
    reads: ['transaction.invoice'],
    rows: funding_age,
    args: { agency_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' }, as_of: { kind: 'day' } },
    forced: own_risk,
    who: { funder: 'all', provider: 'all' },
  },
  {
    name: 'get_funding_documents',
    sql: 'report.get_funding_documents',
    reads: [
      'transaction.invoice',
      'transaction.reassignment',
      'transaction.timesheet',
      'transaction.payment_receipt_detail',
    ],
    rows: funding_document,
    args: { agency_id: { kind: 'uuid' }, client_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' } },
    forced: own_risk,
    hidden: { why: 'facts of a funder’s own invoices to clients', from: ['funder_admin', 'funder_analyst'] },
    unread: { id: 'the key of a debt, which a funder reassigns; it opens and names no document' },
    who: { funder: 'all', provider: 'all' },
  },
]

/** Whether a report agrees with the ledger: sums alone, which its owner adds up from postings that no viewer reads. */
const agreed = (
  name: string,
  sql: string,
  forced: FunctionRoot['forced'],
  who: FunctionRoot['who'],
  args: FunctionRoot['args'] = {},
): FunctionRoot => ({
  name,
  sql: `report.${sql}`,
  rows: agreement,
  reads: booked,
  args,
  forced,
  hidden: { why: 'sums of postings, which no viewer reads, and the time of the check', from: 'all' },
  who,
})

/** Whatever is posted is posted with one of these. */
const booked = [
  'transaction.invoice',
  'transaction.invoice_line',
  'transaction.payment_receipt_summary',
  'transaction.payment_receipt_detail',
] as const

const own_platform = { provider_id: viewer.business_id, today: '$today' } as const
const raised_in = {
  raised_from: { kind: 'day' },
  raised_to: { kind: 'day' },
  currency_id: { kind: 'uuid' },
} as const
const paid_in = {
  paid_from: { kind: 'day' },
  paid_to: { kind: 'day' },
  currency_id: { kind: 'uuid' },
} as const

const agreements: readonly FunctionRoot[] = [
  agreed(
    'get_client_statement_agreement',
    'agree_client_statement',
    own_books,
    { agency: commission_roles },
    { client_id: { kind: 'uuid' }, currency_id: { kind: 'uuid' } },
  ),
  agreed('get_agency_sales_ledger_agreement', 'agree_client_statement', own_books, {
    agency: sales_ledger_roles,
  }),
  agreed(
    'get_funder_sales_ledger_agreement',
    'agree_sales_ledger_summary',
    { funder_id: viewer.business_id, today: '$today' },
    { funder: 'all' },
  ),
  agreed('get_provider_sales_ledger_agreement', 'agree_sales_ledger_summary', own_platform, {
    provider: 'all',
  }),
  agreed('get_client_sales_ledger_agreement', 'agree_client_sales_ledger', own_platform, {
    provider: 'all',
  }),
  agreed(
    'get_own_sales_ledger_agreement',
    'agree_client_sales_ledger',
    { client_id: viewer.business_id, today: '$today' },
    { client: client_cost_roles },
  ),
  agreed(
    'get_funding_portfolio_agreement',
    'agree_funding_portfolio',
    own_risk,
    { funder: 'all', provider: 'all' },
    { as_of: { kind: 'day' } },
  ),
  agreed(
    'get_payment_batch_agreement',
    'agree_payment_batch',
    own_platform,
    { provider: 'all' },
    { batch_id: { kind: 'uuid' } },
  ),
  agreed('get_agency_retrospective_agreement', 'agree_retrospective_ledger', own_books, {
    agency: sales_ledger_roles,
  }),
  agreed('get_provider_retrospective_agreement', 'agree_retrospective_ledger', own_platform, {
    provider: 'all',
  }),
  agreed(
    'get_agency_vat_agreement',
    'agree_vat_liability',
    own_books,
    { agency: ['agency_admin'] },
    { currency_id: { kind: 'uuid' }, stagger: { kind: 'integer' } },
  ),
  agreed(
    'get_agency_commission_agreement',
    'agree_agency_commission',
    own_books,
    { agency: commission_roles },
    { indirect: { kind: 'boolean' }, ...raised_in },
  ),
  agreed(
    'get_agency_earnings_agreement',
    'agree_agency_earnings',
    own_books,
    { agency: commission_roles },
    raised_in,
  ),
  agreed(
    'get_contractor_payments_agreement',
    'agree_contractor_payments',
    own_books,
    { agency: commission_roles },
    { without_paye: { kind: 'boolean' }, ...paid_in },
  ),
  agreed('get_provider_fee_agreement', 'agree_fees', own_platform, { provider: 'all' }, raised_in),
  agreed('get_agency_fee_agreement', 'agree_fees', own_books, { agency: commission_roles }, raised_in),
  agreed(
    'get_accounting_export_agreement',
    'agree_accounting_export',
    own_books,
    { agency: commission_roles },
    raised_in,
  ),
]

export const functions: readonly FunctionRoot[] = [...reports, ...agreements]

/** Statements that grant the functions to each category's login role. */
export function functionGrants(roleOf: (part: Category) => string, list: readonly FunctionRoot[]): string[] {
  return list.flatMap(({ sql, head, uses = [], who }) => {
    const roles = Object.keys(who).map((category) => roleOf(category as Category)) // The keys are categories.
    return [sql, ...(head ? [head.sql] : []), ...uses].flatMap((name) => [
      `grant usage on schema ${name.slice(0, name.indexOf('.'))} to ${roles.join(', ')}`,
      `grant execute on function ${name} to ${roles.join(', ')}`,
    ])
  })
}
