/** Rows that functions make (spec §7.5), by address: they have no table, yet are listed and exported like any other. */
import type { Entity } from '#entity/entity.ts'
import { agency_insight } from './dashboard/insight.entity.ts'
import { agreement } from './ledger/agreement.entity.ts'
import { funding_age } from './portfolio/funding-age.entity.ts'
import { funding_debtor, funding_document, funding_portfolio } from './portfolio/funding-portfolio.entity.ts'
import { agency_commission, agency_commission_summary } from './reports/agency-commission.entity.ts'
import { agency_earnings } from './reports/agency-earnings.entity.ts'
import { client_statement } from './reports/client-statement.entity.ts'
import {
  agency_retrospective_invoice,
  provider_retrospective_invoice,
} from './reports/retrospective-invoice.entity.ts'
import { agency_sales_ledger, agency_sales_ledger_detail } from './reports/sales-ledger.entity.ts'
import { ledger_summaries } from './reports/sales-ledger-summary.entity.ts'
import { agency_vat_liability } from './tax/vat-liability.entity.ts'

const rows: readonly Entity[] = [
  agency_commission,
  agency_commission_summary,
  agency_earnings,
  agency_insight,
  agency_retrospective_invoice,
  agency_sales_ledger,
  agency_sales_ledger_detail,
  agency_vat_liability,
  agreement,
  client_statement,
  ...ledger_summaries,
  funding_age,
  funding_debtor,
  funding_document,
  funding_portfolio,
  provider_retrospective_invoice,
]

export const report_rows: ReadonlyMap<string, Entity> = new Map(
  rows.map((one) => [`${one.module}.${one.name}`, one]),
)
