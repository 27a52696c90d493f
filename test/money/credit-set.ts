/** A set of which everything is credited, by the rules that issue it (money.md §1.4, identity 5). */
import type { Correctable } from '#business/corrections/correction.rules.ts'
import { wholeCorrections } from '#business/corrections/correction.rules.ts'
import { correctionSet } from '#business/corrections/correction-set.rules.ts'
import type { RaisedDocument, RaisedSet } from '#business/invoices/raised-set.rules.ts'
import { zero } from '#kernel/money.ts'

/** The document as it stands once it is issued: nothing of it is credited. */
function issued({ lines, total_amount, ...document }: RaisedDocument): RaisedDocument & Correctable {
  const nothing = zero(total_amount.currency)
  return {
    ...document,
    total_amount,
    id: document.type,
    left: total_amount,
    lines: lines.map((line) => ({ ...line, credited_amount: nothing, credited_tax: nothing })),
  }
}

/** Dated on the day of the set itself. */
export function creditSet(set: RaisedSet): RaisedSet {
  const documents = set.documents.map(issued)
  const base = { ...set, generated_for: 'timesheet' }
  return correctionSet({ base, documents }, wholeCorrections(set.currency, documents), set.raised_date)
}
