import type { VerbContext } from '#server/verb.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { auditSettled, type Settled, settleCash } from '../settlement/settle-cash.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { exposureOf } from './evaluate-disallowance.server.ts'
import { followAdvances, judgeDebt } from './follow-disallowance.server.ts'

/**
 * Settles these documents and says in the audit log what changed on each. What clients owe has changed with it, and so may
 * what of it is disallowed; what went out on them, and so may what an agency owes of it.
 */
export async function settleAndAudit(
  context: VerbContext,
  before: readonly CashDocument[],
): Promise<Map<string, Settled>> {
  if (before.length === 0) return new Map()
  const ids = before.map((document) => document.id)
  const settled = await settleCash(context, ids)
  const debts = before.filter((document) => isClientFacing(document.type)).map((document) => document.id)
  await judgeDebt(context, await exposureOf(context, debts))
  await followAdvances(context, ids)
  auditSettled(context.audit, before, settled)
  return settled
}
