/**
 * Credits of a document by line (money.md §1.8). Credits of a line never exceed it and add up to it to the penny when
 * all is credited. Tax follows the total credited, not each credit, so that rounding does not accumulate (§1.10).
 */
import { allocate } from '#kernel/allocate.ts'
import { assert } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import {
  add,
  compare,
  displayMoney,
  formatMoney,
  isNegative,
  isPositive,
  isZero,
  money,
  neg,
  sub,
  sum,
  zero,
} from '#kernel/money.ts'
import { rate, units, unitsFromScaled } from '#kernel/rate.ts'
import { roundToMinor } from '#kernel/round.ts'
import type { RaisedLine } from '../invoices/raised-set.rules.ts'

/** A line of a document with its credited amounts. */
export type CreditableLine = RaisedLine & { readonly credited_amount: Money; readonly credited_tax: Money }

/** Of a document: all that is left, an amount with its VAT, or net amounts by line. */
export type CreditAsked =
  | { readonly kind: 'whole' }
  | { readonly kind: 'amount'; readonly gross: Money }
  | { readonly kind: 'lines'; readonly lines: readonly { readonly position: number; readonly net: Money }[] }

type Left = { readonly net: Money; readonly tax: Money; readonly gross: Money }

export function leftOf(line: CreditableLine): Left {
  const net = sub(line.amount, line.credited_amount)
  const tax = sub(line.tax_amount, line.credited_tax)
  return { net, tax, gross: add(net, tax) }
}

/** The amount of a document not yet credited, with VAT. */
export function leftToCredit(currency: CurrencyCode, lines: readonly CreditableLine[]): Money {
  return sum(
    currency,
    lines.map((line) => leftOf(line).gross),
  )
}

/** The lines of the credit note, negative, numbered as on the original. @throws invalid under the field that asks too much */
export function creditLines(
  currency: CurrencyCode,
  lines: readonly CreditableLine[],
  asked: CreditAsked,
): RaisedLine[] {
  if (asked.kind === 'whole') return lines.flatMap(wholeLine)
  return asked.kind === 'amount' ? byAmount(currency, lines, asked.gross) : byLines(lines, asked.lines)
}

/** All that is left of a line; as it was issued where nothing was credited before. */
function wholeLine(line: CreditableLine): RaisedLine[] {
  const { net, tax, gross } = leftOf(line)
  if (isZero(net) && isZero(tax)) return []
  if (isZero(line.credited_amount) && isZero(line.credited_tax)) {
    return [
      {
        ...plain(line),
        units: unitsFromScaled(-line.units),
        amount: neg(net),
        tax_amount: neg(tax),
        total_amount: neg(gross),
      },
    ]
  }
  return [partOf(line, net, tax)]
}

function byAmount(currency: CurrencyCode, lines: readonly CreditableLine[], gross: Money): RaisedLine[] {
  const left = leftToCredit(currency, lines)
  if (!isPositive(gross)) throw invalid({ amount: validationText.positive })
  if (compare(gross, left) > 0) throw invalid({ amount: tooMuch(left) })
  const shares = allocate(
    gross,
    lines.map((line) => Math.max(0, leftOf(line).gross.minor)),
  )
  return lines.flatMap((line, i) => {
    const share = shares[i] ?? zero(currency)
    if (isZero(share)) return []
    const of_line = leftOf(line)
    if (compare(share, of_line.gross) === 0) return wholeLine(line)
    const credited = add(add(line.credited_amount, line.credited_tax), share)
    const tax = within(sub(taxOf(line, credited, line.total_amount), line.credited_tax), share, of_line)
    return [partOf(line, sub(share, tax), tax)]
  })
}

function byLines(
  lines: readonly CreditableLine[],
  asked: readonly { readonly position: number; readonly net: Money }[],
): RaisedLine[] {
  const seen = new Set<number>()
  return asked.flatMap(({ position, net }, i) => {
    const line = lines.find((one) => one.position === position)
    if (!line || seen.has(position)) throw invalid({ [`lines.${i}.position`]: validationText.matches })
    seen.add(position)
    const left = leftOf(line)
    if (!isPositive(net)) throw invalid({ [`lines.${i}.amount`]: validationText.positive })
    if (compare(net, left.net) > 0) throw invalid({ [`lines.${i}.amount`]: tooMuch(left.net) })
    if (compare(net, left.net) === 0) return wholeLine(line)
    const tax = sub(taxOf(line, add(line.credited_amount, net), line.amount), line.credited_tax)
    return [partOf(line, net, isNegative(tax) ? zero(net.currency) : tax)]
  })
}

function tooMuch(left: Money): string {
  return `Only ${displayMoney(left)} is left to credit`
}

/** The tax of so much of a line as `credited` is of `whole`. */
function taxOf(line: CreditableLine, credited: Money, whole: Money): Money {
  assert(!isZero(whole), 'a line that is credited has an amount')
  const minor = roundToMinor(BigInt(line.tax_amount.minor) * BigInt(credited.minor), BigInt(whole.minor))
  return money(minor, credited.currency)
}

/** Credits by net and by gross in turn may round apart by a penny; neither net nor tax is ever credited twice. */
function within(tax: Money, share: Money, left: Left): Money {
  const least = Math.max(0, share.minor - left.net.minor)
  const most = Math.min(left.tax.minor, share.minor)
  return money(Math.min(Math.max(tax.minor, least), most), share.currency)
}

/** A part of a line as one unit: units times rate is its net. */
function partOf(line: CreditableLine, net: Money, tax: Money): RaisedLine {
  return {
    ...plain(line),
    units: units('-1'),
    rate: rate(formatMoney(net)),
    amount: neg(net),
    tax_amount: neg(tax),
    total_amount: neg(add(net, tax)),
  }
}

function plain({ credited_amount: _net, credited_tax: _tax, ...line }: CreditableLine): RaisedLine {
  return line
}
