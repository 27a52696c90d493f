import type { Money } from '#kernel/money.ts'
import { displayMoney } from '#kernel/money.ts'
import {
  insertAgencyDebt,
  insertCollectionNote,
  type Noting,
} from './collection-notes/collection-note.server.ts'
import type { DebtRow } from './load-debts.server.ts'
import type { Recourse } from './recourse.rules.ts'
import { enterRecourse, reasonOf } from './recourse-entry.server.ts'
import { tellRecourse } from './recourse-notice.server.ts'

/** The agency owes more for a debt: a collection note, taken from its next earnings like any debt of its (decision 0013). */
export async function raiseRecourse(
  context: Noting,
  debt: DebtRow,
  owed: Recourse,
  change: Money,
): Promise<void> {
  const reason =
    debt.reassigned_on === null
      ? `${debt.human_id}: ${reasonOf(debt)}, ${displayMoney(owed.debt_amount)} of it disallowed`
      : `${debt.human_id}: reassigned to the agency`
  const payment_id = await insertAgencyDebt(context, {
    agency_id: debt.agency_id,
    principal_id: debt.principal_id,
    provider_id: debt.provider_id,
    currency_id: debt.currency_id,
    amount: change,
    reference: 'Recourse',
    comment: reason,
  })
  const note = await insertCollectionNote(context, {
    source: 'disallowance',
    reason,
    amount: change,
    currency_id: debt.currency_id,
    provider_id: debt.provider_id,
    agency_id: debt.agency_id,
    principal_id: debt.principal_id,
    invoice_id: debt.id,
    payment_id,
  })
  const entry_id = await enterRecourse(context, debt, owed, change)
  await tellRecourse(context, debt, entry_id, note.id)
}
