/**
 * The effect of a judgement on advances (money.md §1.9): the agency owes advances on disallowed or reassigned debt by
 * a collection note, paid from its next earnings; cured amounts are no longer owed, and recovered ones go back to its
 * earnings. In the transaction of the change.
 */

import { isZero, parseMoney, sub } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Noting } from './collection-notes/collection-note.server.ts'
import { cureRecourse } from './cure-recourse.server.ts'
import { type ExposureKey, evaluateDisallowance, ofKey } from './evaluate-disallowance.server.ts'
import { liftHeld } from './lift-held.server.ts'
import { type DebtRow, lockDebts } from './load-debts.server.ts'
import { raiseRecourse } from './raise-recourse.server.ts'
import { type Recourse, recourseOf } from './recourse.rules.ts'

/** A verb's context, or part of it for the product's own work. */
export type Judging = Pick<VerbContext, 'tx' | 'clock'> &
  Partial<Pick<VerbContext, 'viewer' | 'audit' | 'enqueue'>>

const nobody = { user_id: 'Stint' } as const
const noting = (within: Judging): Noting => ({
  tx: within.tx,
  clock: within.clock,
  viewer: within.viewer ?? nobody,
  audit: (entry) => within.audit?.(entry),
  enqueue: (topic, fact_key, payload) => within.enqueue?.(topic, fact_key, payload),
})

/** Judges these clients' debt again and updates advances. @returns the number of changed documents */
export async function judgeDebt(within: Judging, keys: readonly ExposureKey[]): Promise<number> {
  const judged = await evaluateDisallowance(within, keys)
  const held = judged.filter((one) => one.is_held).map((one) => one.key)
  await liftHeld(noting(within), held)
  for (const { key, is_at_stake } of judged) {
    if (!is_at_stake) continue
    const params = [key.client_id, key.principal_id]
    await follow(noting(within), { where: ofKey(key), params })
  }
  return judged.reduce((sum, one) => sum + one.changed, 0)
}

/** Follows payments on these documents, whichever of their sets they are. */
export function followAdvances(within: Judging, invoice_ids: readonly string[]): Promise<void> {
  return follow(noting(within), ofDocuments(invoice_ids))
}

const ofDocuments = (invoice_ids: readonly string[]) => ({
  where: `coalesce(s.corrects_set_id, s.id) in (select coalesce(t.corrects_set_id, t.id) from transaction.invoice o
    join transaction.invoice_set t on t.id = o.invoice_set_id where o.id = any ($1))`,
  params: [invoice_ids],
})

async function follow(context: Noting, scope: Parameters<typeof lockDebts>[1]): Promise<void> {
  const reopened: string[] = []
  const debts = await lockDebts(context.tx, scope)
  for (const set of Map.groupBy(debts, (debt) => debt.family_id).values()) {
    for (const { debt, owed } of judged(set)) reopened.push(...(await agree(context, debt, owed)))
  }
  // Earnings that are open again are paid out no longer: less is advanced on their own sets.
  if (reopened.length > 0) await follow(context, ofDocuments(reopened))
}

function judged(set: readonly DebtRow[]): { debt: DebtRow; owed: Recourse }[] {
  const [first] = set
  if (!first) return []
  const of = (amount: string) => parseMoney(amount, first.currency)
  const owed = recourseOf(
    set.map((debt) => ({
      id: debt.id,
      outstanding_balance: of(debt.outstanding_balance),
      disallowed_amount: of(debt.disallowed_amount),
      is_reassigned: debt.reassigned_on !== null,
    })),
    { gone_out: of(first.gone_out), fees: of(first.fees), received: of(first.received) },
  )
  return set.flatMap((debt) => {
    const one = owed.get(debt.id)
    return one ? [{ debt, owed: one }] : []
  })
}

/** Posts the change of the agency's debt for one document. Returns reopened earnings. */
async function agree(context: Noting, debt: DebtRow, owed: Recourse): Promise<string[]> {
  const change = sub(owed.amount, parseMoney(debt.recourse_amount, debt.currency))
  if (isZero(change)) return []
  if (change.minor > 0) {
    await raiseRecourse(context, debt, owed, change)
    return []
  }
  return cureRecourse(context, debt, owed, change)
}
