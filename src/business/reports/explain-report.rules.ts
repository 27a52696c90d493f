/**
 * Explains the figures of the reports: counted rows, arithmetic and rounding. Pure; the last sentence of each gives
 * its figure (explain-report.test.ts recomputes them).
 */
import { type AgeBucket, age_buckets } from '#business/shared/age-buckets.rules.ts'
import { sumWords, type Term } from '#business/shared/explain.rules.ts'
import { present } from '#kernel/assert.ts'
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { displayMoney, isZero, neg, sub, sum } from '#kernel/money.ts'

const words = (terms: readonly Term[], total: Money): string =>
  sumWords(terms, total, (all) => sum(total.currency, all))

/** Deductions with their minus; zero is left out. */
const less = (what: string, amount: Money): Term[] => (isZero(amount) ? [] : [{ what, amount: neg(amount) }])
const plus = (what: string, amount: Money): Term[] => (isZero(amount) ? [] : [{ what, amount }])

/** Said once under each total. */
export const rounded_rows = 'Amounts are rounded on each document, not here.'

const open_rule = 'Open client documents at their outstanding amount, less credit notes.'

const spans: Readonly<Record<Exclude<AgeBucket, 'current' | 'over 120'>, readonly [number, number]>> = {
  '0-30': [1, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  '91-120': [91, 120],
}

/** Which due dates a bucket is of (spec §9). */
export function bucketRule(bucket: AgeBucket, today: Day): string {
  if (bucket === 'current') return `Due on ${formatDay(today)} or later.`
  if (bucket === 'over 120') return `Due before ${formatDay(addDays(today, -120))}: more than 120 days ago.`
  const [from, to] = spans[bucket]
  return `Due from ${formatDay(addDays(today, -to))} to ${formatDay(addDays(today, -from))}: ${from} to ${to} days ago.`
}

export type Ages = Readonly<Record<AgeBucket, Money>>

/** The debt as the sum of its ages. */
export function netOwedWords(aged: Ages, net: Money): string[] {
  return [open_rule, rounded_rows, words(agedTerms(aged), net)]
}

export function overdueWords(aged: Ages, overdue: Money): string[] {
  const { current: _current, ...late } = aged
  return ['Amounts due before today.', words(agedTerms(late), overdue)]
}

function agedTerms(aged: Partial<Ages>): Term[] {
  const terms = age_buckets.flatMap(({ value, label }) =>
    plus(label.toLowerCase(), aged[value] ?? nothingOf(aged)),
  )
  return terms.length > 0 ? terms : [{ what: age_buckets[0].label.toLowerCase(), amount: nothingOf(aged) }]
}

/** Nothing, in the currency of the others. */
function nothingOf(aged: Partial<Ages>): Money {
  const one = present(Object.values(aged)[0], 'an amount of some age')
  return sub(one, one)
}

/** Explains the headroom. */
export function headroomWords(limit: Money, net: Money, headroom: Money): string[] {
  return [
    'Credit limit less the amount owed to this agency.',
    words([{ what: 'credit limit', amount: limit }, ...less('net outstanding', net)], headroom),
  ]
}

/** One line of a ledger: a document that is open, or a receipt that is not matched. */
export function ledgerLineWords(line: {
  readonly kind: string
  readonly total: Money
  readonly paid: Money
  readonly outstanding: Money
}): string[] {
  const { kind, total, paid, outstanding } = line
  if (kind === 'receipt')
    return [
      'Money received and not matched yet, as a minus.',
      words([{ what: 'received', amount: total }, ...less('matched', paid)], outstanding),
    ]
  const credited = sub(sub(total, paid), outstanding)
  return [
    words(
      [{ what: 'total', amount: total }, ...less('paid', paid), ...less('credit', credited)],
      outstanding,
    ),
  ]
}

/** The agency's margin on a timesheet, or of a period (money.md §1.4). */
export function commissionWords(of: {
  readonly client: Money
  /** The agency's sale: with VAT also where the client is charged none (money.md §1.4). */
  readonly sale: Money
  readonly contractor: Money
  readonly fees: readonly Term[]
  readonly on_costs: Money
  readonly agency: Money
}): string[] {
  return [
    'Client charge less costs, all with VAT.',
    'Rounded line by line on each document.',
    words(
      [
        { what: 'client', amount: of.client },
        ...plus('VAT on the sale alone', sub(of.sale, of.client)),
        ...less('contractor', of.contractor),
        ...of.fees.flatMap((fee) => less(fee.what, fee.amount)),
        ...less('on-costs', of.on_costs),
      ],
      of.agency,
    ),
  ]
}

/** The agency's earnings after VAT. */
export function agencyNetWords(gross: Money, tax: Money, net: Money): string[] {
  return [
    'Agency gross less the VAT due on this work.',
    words([{ what: 'agency gross', amount: gross }, ...less('agency VAT', tax)], net),
  ]
}

/** Explains the VAT of a quarter. */
export function vatWords(output: Money, input: Money, liability: Money): string[] {
  return [
    'Output VAT less input VAT by issue date.',
    'VAT is rounded line by line on each document.',
    words([{ what: 'output tax', amount: output }, ...less('input tax', input)], liability),
  ]
}

/** registers.md §4.2. */
export function deadlineWords(quarter_end: Day, deadline: Day): string[] {
  return [
    `The quarter ends on ${formatDay(quarter_end)}. The deadline is a calendar month and seven days later: ${formatDay(deadline)}.`,
  ]
}

/** A document's total, from its two parts. */
export function totalWords(net: Money, tax: Money, total: Money): string[] {
  return [
    'Each line and its VAT are rounded separately.',
    words([{ what: 'net', amount: net }, ...plus('VAT', tax)], total),
  ]
}

/** VAT of a document: its total less its net. */
export function documentTaxWords(total: Money, net: Money, tax: Money): string[] {
  return [
    'VAT is rounded half a penny up line by line, then added up.',
    words([{ what: 'total', amount: total }, ...less('net', net)], tax),
  ]
}

/** Earnings of a week that are neither paid nor set off. */
export function unpaidWords(of: {
  readonly total: Money
  readonly paid: Money
  readonly unpaid: Money
}): string[] {
  const set_off = sub(sub(of.total, of.paid), of.unpaid)
  return [
    'Earnings less payments and set-off.',
    words(
      [{ what: 'earnings', amount: of.total }, ...less('paid', of.paid), ...less('set off', set_off)],
      of.unpaid,
    ),
  ]
}

/** Why so much of the earnings was settled without cash. */
export function setOffWords(total: Money, paid: Money, unpaid: Money, set_off: Money): string[] {
  return [
    'Settled without cash by credit or set-off.',
    words([{ what: 'earnings', amount: total }, ...less('paid', paid), ...less('unpaid', unpaid)], set_off),
  ]
}

/** A fee with its VAT, beside the charge that it is worked out of. */
export function feeWords(of: {
  readonly net: Money
  readonly tax: Money
  readonly gross: Money
  readonly charge: Money
}): string[] {
  return [
    `Fee rule in force on the client charge of ${displayMoney(of.charge)}, rounded half a penny up.`,
    words([{ what: 'net', amount: of.net }, ...plus('VAT', of.tax)], of.gross),
  ]
}

/** A client's debt at a month's end, from documents raised, matched and credited by then. */
export function asOfRule(as_of: Day): string {
  return `Issued by ${formatDay(as_of)}, less payments and credits by then.`
}
