/**
 * Work that is taken off again, as credits of the documents it was invoiced on (money.md §1.8, difference). The work
 * is raised like any other, with negative units; what comes of it is set on the lines of the originals.
 */
import { labelIn } from '#entity/choices.ts'
import { precondition } from '#kernel/errors.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { compare, displayMoney, isNegative, neg, sub, sum } from '#kernel/money.ts'
import type { Correctable, CorrectionOf } from './correction.rules.ts'
import { earningsCorrections } from './correction.rules.ts'
import type { CreditableLine } from './credit.rules.ts'
import { leftOf } from './credit.rules.ts'
import { invoice_types } from './invoice.entity.ts'
import { isClientFacing, legOf } from './invoice-types.rules.ts'
import type { RaisedDocument, RaisedLine } from './raised-set.rules.ts'

/** @throws precondition when a document has no such work left to take off */
export function lessCorrections<D extends Correctable>(
  currency: CurrencyCode,
  documents: readonly D[],
  raised: readonly RaisedDocument[],
): CorrectionOf<D>[] {
  const notes = raised
    .filter((document) => document.type !== 'agency_earnings')
    .map((document): CorrectionOf<D> => {
      const parent = documents.find((one) => one.type === document.type && !one.is_credit_note)
      if (!parent)
        throw precondition(`The work was invoiced without ${labelIn(invoice_types, document.type)}`)
      const lines = document.lines.map((line, i) => onParent(parent, line, i))
      return { type: document.type, parent, lines }
    })
  return [...notes, ...earningsCorrections(currency, documents, agencyShare(currency, notes))]
}

/** The line as one of the original: its number, and no more than it has left. */
function onParent(parent: Correctable, line: RaisedLine, at: number): RaisedLine {
  const of_rate = parent.lines.find((one) => one.rate_name === line.rate_name && one.rate === line.rate)
  // Lines of no rate are fees and on-costs, by their place; rolled-up holiday stands behind however many rates there are.
  const alike = parent.lines.find((one) => one.rate_name === null && one.description === line.description)
  const by_place = line.rate_name === null ? (alike ?? parent.lines[at]) : undefined
  const own = of_rate ?? by_place
  if (!own)
    throw precondition(`${line.description} was not invoiced at this rate: refine the whole timesheet`)
  return withinLine(own, line)
}

function withinLine(own: CreditableLine, line: RaisedLine): RaisedLine {
  const left = leftOf(own)
  const net = neg(line.amount)
  if (isNegative(sub(left.net, net)))
    throw precondition(`Only ${displayMoney(left.net)} is left to credit of ${own.description}`)
  // The last penny of VAT may have gone with an earlier credit.
  const tax_amount = compare(neg(line.tax_amount), left.tax) > 0 ? neg(left.tax) : line.tax_amount
  return {
    ...line,
    position: own.position,
    tax_amount,
    total_amount: sum(line.amount.currency, [line.amount, tax_amount]),
  }
}

/** What is left of the client's change after everybody else's (money.md §1.4). */
function agencyShare<D>(currency: CurrencyCode, notes: readonly CorrectionOf<D>[]): Money {
  const total = (is: (note: CorrectionOf<D>) => boolean) =>
    sum(
      currency,
      notes.filter(is).flatMap((note) => note.lines.map((line) => line.total_amount)),
    )
  return sub(
    total((note) => isClientFacing(note.type)),
    total((note) => legOf(note.type) !== null),
  )
}
