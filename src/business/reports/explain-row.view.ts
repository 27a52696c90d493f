/** The explanations of a list's amounts, from the rows as they came. */
import { valueAt } from '#entity/path.ts'
import { day } from '#kernel/day.ts'
import { currencyOrGbp, type Money, money } from '#kernel/money.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { itemWords } from '../settlement/explain-payment.rules.ts'
import {
  type Ages,
  agencyNetWords,
  asOfRule,
  commissionWords,
  documentTaxWords,
  feeWords,
  headroomWords,
  ledgerLineWords,
  netOwedWords,
  overdueWords,
  totalWords,
} from './explain-report.rules.ts'
import { aged_figures } from './figure-rows.rules.ts'

export type AmountRow = Readonly<Record<string, unknown>>

/** An amount of a row in the row's own currency. */
export function amountOf(row: AmountRow, field: string): Money {
  return money(minorOf(row[field]), currencyOrGbp(String(row.alpha_code ?? '')))
}

function agesOf(row: AmountRow): Ages {
  return Object.fromEntries(
    aged_figures.map(({ field, bucket }) => [bucket, amountOf(row, field)]),
  ) as unknown as Ages // The buckets equal those of the figures.
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
    sale: amountOf(row, 'sale_gross'),
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

/** Of one document at a month's end. */
export const asOfInvoiceWhy = (row: ListRow): string[] => [
  asOfRule(day(String(row.as_of))),
  ...ledgerLineWords({
    kind: 'invoice',
    total: amountOf(row, 'total_amount'),
    paid: amountOf(row, 'paid_amount'),
    outstanding: amountOf(row, 'outstanding_balance'),
  }),
]

export const asOfWhy = (row: ListRow): string[] => [asOfRule(day(String(row.as_of)))]

/** A row with its currency beside its fields, where the list reads it through a relation. */
const inItsCurrency = (row: ListRow): AmountRow => ({
  ...row,
  alpha_code: valueAt(row, 'currency.alpha_code'),
})

export const outstandingWhy = (row: ListRow): string[] => {
  const of = inItsCurrency(row)
  return ledgerLineWords({
    kind: 'invoice',
    total: amountOf(of, 'total_amount'),
    paid: amountOf(of, 'paid_amount'),
    outstanding: amountOf(of, 'outstanding_balance'),
  })
}

export const totalWhy = (row: ListRow): string[] => {
  const of = inItsCurrency(row)
  return totalWords(amountOf(of, 'amount'), amountOf(of, 'tax_amount'), amountOf(of, 'total_amount'))
}

export const taxWhy = (row: ListRow): string[] => {
  const of = inItsCurrency(row)
  return documentTaxWords(amountOf(of, 'total_amount'), amountOf(of, 'amount'), amountOf(of, 'tax_amount'))
}

/** Columns of the paid document that the explanation needs. */
export const paid_document = [
  'invoice.human_id',
  'invoice.total_amount',
  'invoice.paid_amount',
  'invoice.outstanding_balance',
  'currency.alpha_code',
] as const

/** One payment of a document: its total less other settlements. */
export const paymentLineWhy = (row: ListRow): string[] => {
  const code = currencyOrGbp(String(valueAt(row, 'currency.alpha_code') ?? ''))
  const of = (path: string) => money(minorOf(valueAt(row, path)), code)
  return itemWords({
    amount: of('amount'),
    document: {
      what: String(valueAt(row, 'invoice.human_id') ?? ''),
      total_amount: of('invoice.total_amount'),
      paid_amount: of('invoice.paid_amount'),
      outstanding_balance: of('invoice.outstanding_balance'),
    },
    is_paid: true,
  })
}

/** Of an invoice set. */
export function feeWhy(row: ListRow): string[] {
  const of = inItsCurrency(row)
  return feeWords({
    net: amountOf(of, 'fee_net'),
    tax: amountOf(of, 'fee_tax'),
    gross: amountOf(of, 'fee_gross'),
    charge: amountOf(of, 'client_gross'),
  })
}
