/** The explanations of a list's amounts, from the rows as they came. */
import { day } from '#kernel/day.ts'
import { currencyOrGbp, type Money, money } from '#kernel/money.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import type { ListRow } from '#web/list/list.ts'
import {
  type Ages,
  agencyNetWords,
  asOfRule,
  commissionWords,
  feeWords,
  headroomWords,
  ledgerLineWords,
  netOwedWords,
  overdueWords,
} from './explain-report.rules.ts'
import { aged_figures } from './figure-rows.rules.ts'

export type AmountRow = Readonly<Record<string, unknown>>

/** An amount of a row in the row's own currency. */
export function amountOf(row: AmountRow, field: string): Money {
  return money(minorOf(row[field]), currencyOrGbp(String(row.alpha_code ?? '')))
}

export function agesOf(row: AmountRow): Ages {
  return Object.fromEntries(
    aged_figures.map(({ field, bucket }) => [bucket, amountOf(row, field)]),
  ) as unknown as Ages // The buckets are those of the figures.
}

export const netOwedWhy = (row: AmountRow): string[] =>
  netOwedWords(agesOf(row), amountOf(row, 'net_outstanding_balance'))

export const overdueWhy = (row: AmountRow): string[] =>
  overdueWords(agesOf(row), amountOf(row, 'overdue_amount'))

export const headroomWhy = (row: AmountRow): string[] =>
  headroomWords(
    amountOf(row, 'credit_limit'),
    amountOf(row, 'net_outstanding_balance'),
    amountOf(row, 'headroom'),
  )

export const ledgerLineWhy = (row: ListRow): string[] =>
  ledgerLineWords({
    kind: String(row.kind),
    total: amountOf(row, 'total_amount'),
    paid: amountOf(row, 'paid_amount'),
    outstanding: amountOf(row, 'outstanding_balance'),
  })

/** In the indirect model the fees are the platform's and the funder's (spec §2). */
export const commissionWhy = (row: AmountRow): string[] =>
  commissionWords({
    client: amountOf(row, 'client_gross'),
    contractor: amountOf(row, 'contractor_gross'),
    fees:
      'platform_fee' in row
        ? [
            { what: 'platform fee', amount: amountOf(row, 'platform_fee') },
            { what: 'funder charge', amount: amountOf(row, 'funder_fee') },
          ]
        : [{ what: 'fee', amount: amountOf(row, 'fee_gross') }],
    on_costs: amountOf(row, 'on_costs'),
    agency: amountOf(row, 'agency_gross'),
  })

export const agencyNetWhy = (row: AmountRow): string[] =>
  agencyNetWords(amountOf(row, 'agency_gross'), amountOf(row, 'agency_tax'), amountOf(row, 'agency_net'))

/** Of an invoice set, whose currency is a relation. */
export function feeWhy(row: ListRow): string[] {
  const code = (row.currency as { alpha_code?: string } | null)?.alpha_code // As the list selects it.
  const of = (field: string) => amountOf({ ...row, alpha_code: code }, field)
  return feeWords({
    net: of('fee_net'),
    tax: of('fee_tax'),
    gross: of('fee_gross'),
    charge: of('client_gross'),
  })
}

export const asOfWhy = (row: ListRow): string[] => [asOfRule(day(String(row.as_of)))]
