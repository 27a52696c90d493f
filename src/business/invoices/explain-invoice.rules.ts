/** Every amount of a document in sentences: the lines, the rule, the rounding (spec §3 invoice; money.md §1.4). Pure. */
import { productWords, shareWords, sumWords, type Term } from '#business/shared/explain.rules.ts'
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { displayMoney, isZero, neg, sub, sum, symbolOf } from '#kernel/money.ts'
import type { Percent4, Rate4, Units4 } from '#kernel/rate.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isSale, legOf } from '../shared/invoice-types.rules.ts'

export type ExplainedLine = {
  readonly what: string
  readonly units: Units4
  readonly rate: Rate4
  readonly amount: Money
  readonly tax_rate: Percent4
  readonly tax_amount: Money
}

/** The reader's view of a document; hidden figures are not explained. */
export type ExplainedInvoice = {
  readonly type: InvoiceType
  readonly amount: Money
  readonly tax_amount: Money
  readonly total_amount: Money
  /** Null where it is withheld: a sale settled in part, for readers without its parts. */
  readonly paid_amount: Money | null
  readonly outstanding_balance: Money | null
  readonly raised_date: Day
  readonly due_date: Day
  readonly payment_terms: number
  readonly lines: readonly ExplainedLine[]
  /** Match lines, reversed ones too. */
  readonly cash: readonly { readonly what: string; readonly amount: Money; readonly is_reversed: boolean }[]
  /** The other documents of its set, where they are seen. */
  readonly set: readonly { readonly type: InvoiceType; readonly what: string; readonly total_amount: Money }[]
  readonly disallowed: { readonly reason: string; readonly amount: Money } | null
}

type ExplainedFigure =
  | 'amount'
  | 'tax_amount'
  | 'total_amount'
  | 'paid_amount'
  | 'outstanding_balance'
  | 'due_date'

const rounding = 'Each line is rounded once, half a penny up; sums are of rounded lines.'

/** Sentences by figure; the last of each list gives the figure. */
export function explainInvoice(
  document: ExplainedInvoice,
): Readonly<Record<ExplainedFigure, readonly string[]>> {
  return {
    amount: netWords(document),
    tax_amount: taxWords(document),
    total_amount: [
      totalOf(
        document,
        [
          { what: 'net', amount: document.amount },
          { what: 'VAT', amount: document.tax_amount },
        ],
        document.total_amount,
      ),
    ],
    paid_amount: paidWords(document),
    outstanding_balance: owedWords(document),
    due_date: dueWords(document),
  }
}

const totalOf = ({ total_amount }: ExplainedInvoice, terms: readonly Term[], total: Money): string =>
  sumWords(terms, total, (all) => sum(total_amount.currency, all))

/** Explains one line: units at a rate, VAT, and both together. */
export function explainLine(line: ExplainedLine): string[] {
  const { what, amount, tax_amount } = line
  const total = sum(amount.currency, [amount, tax_amount])
  return [
    productWords(what, line.units, line.rate, symbolOf(amount.currency), amount),
    isZero(tax_amount) ? 'No VAT is charged on it.' : shareWords('VAT', line.tax_rate, amount, tax_amount),
    sumWords(
      [
        { what: 'net', amount },
        { what: 'VAT', amount: tax_amount },
      ],
      total,
      (all) => sum(amount.currency, all),
    ),
    'Each amount is rounded once, half a penny up.',
  ]
}

function netWords(document: ExplainedInvoice): string[] {
  const { lines, amount } = document
  const symbol = symbolOf(amount.currency)
  const lone = document.type === 'agency_earnings' ? earningsWords(document) : []
  return [
    ...lone,
    ...lines.map((line) => productWords(line.what, line.units, line.rate, symbol, line.amount)),
    rounding,
    totalOf(
      document,
      lines.map((line) => ({ what: line.what, amount: line.amount })),
      amount,
    ),
  ]
}

/** The agency's earnings: its sale less everything else of the set (money.md §1.4). */
function earningsWords(document: ExplainedInvoice): string[] {
  const sale = document.set.filter((one) => isSale(one.type))
  const costs = document.set.filter((one) =>
    ['contractor', 'fee', 'on_costs'].includes(legOf(one.type) ?? ''),
  )
  if (sale.length === 0) return []
  const terms = [
    ...sale.map((one) => ({ what: one.what, amount: one.total_amount })),
    ...costs.map((one) => ({ what: one.what, amount: neg(one.total_amount) })),
  ]
  const come_to = sum(
    document.amount.currency,
    terms.map((term) => term.amount),
  )
  return [totalOf(document, terms, come_to)]
}

function taxWords(document: ExplainedInvoice): string[] {
  const { lines, tax_amount } = document
  if (lines.every((line) => isZero(line.tax_amount))) return ['No VAT is charged on any line.']
  return [
    ...lines.map((line) => shareWords(line.what, line.tax_rate, line.amount, line.tax_amount)),
    'VAT is worked out line by line and added up.',
    totalOf(
      document,
      lines.map((line) => ({ what: line.what, amount: line.tax_amount })),
      tax_amount,
    ),
  ]
}

/** Spec §6: paid and open parts are shown only with the documents they paid. */
const in_part =
  'An agency’s sale is settled part by part, by what is paid out on its behalf. How much of it is settled is told to who is shown those payments, and to everybody once all of it is.'

function paidWords(document: ExplainedInvoice): string[] {
  const { paid_amount } = document
  if (paid_amount === null) return [in_part]
  const live = document.cash.filter((one) => !one.is_reversed)
  const taken_back = document.cash.length - live.length
  // The settled parts of an agency's sale are hidden from some readers.
  const nothing = isZero(paid_amount)
    ? 'Nothing is paid.'
    : `${displayMoney(paid_amount)} is set off against what was paid out for it.`
  return [
    ...(taken_back > 0 ? [`${taken_back} taken back and no longer counted.`] : []),
    live.length === 0 ? nothing : totalOf(document, live, paid_amount),
  ]
}

function owedWords(document: ExplainedInvoice): string[] {
  const { total_amount, paid_amount, outstanding_balance, disallowed } = document
  if (paid_amount === null || outstanding_balance === null) return [in_part]
  const credited = sub(sub(total_amount, paid_amount), outstanding_balance)
  const terms = [
    { what: 'total', amount: total_amount },
    { what: 'paid', amount: neg(paid_amount) },
    ...(isZero(credited) ? [] : [{ what: 'credit', amount: neg(credited) }]),
  ]
  return [
    totalOf(document, terms, outstanding_balance),
    ...(disallowed ? [`${displayMoney(disallowed.amount)} of it is not funded: ${disallowed.reason}.`] : []),
  ]
}

function dueWords({ type, raised_date, due_date, payment_terms }: ExplainedInvoice): string[] {
  const isByTerms = payment_terms > 0 && addDays(raised_date, payment_terms) === due_date
  if (isByTerms)
    return [`Raised ${formatDay(raised_date)}, and ${payment_terms} days to pay: ${formatDay(due_date)}.`]
  return legOf(type) === 'contractor' && payment_terms > 0
    ? [`${payment_terms} days from the day the work was approved: ${formatDay(due_date)}.`]
    : [`Due ${formatDay(due_date)}, as raised on ${formatDay(raised_date)}.`]
}
