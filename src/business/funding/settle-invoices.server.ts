import type { VerbContext } from '#server/verb.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { markFeeSlipsPaid } from '../settlement/mark-slips-paid.server.ts'
import { auditSettled, type Settled, settleCash } from '../settlement/settle-cash.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { exposureOf } from './evaluate-disallowance.server.ts'
import { followAdvances, judgeDebt } from './follow-disallowance.server.ts'

/**
 * Settles these documents, audits the changes of each, and judges the clients' debt and the agencies' advances again.
 * A payslip that deducted from self-bills is paid with the last of those self-bills.
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
  const closed = before.filter(
    ({ id, type, is_payroll }) =>
      type === 'contractor-agency' && !is_payroll && settled.get(id)?.status === 'closed',
  )
  await markFeeSlipsPaid(context, { invoice_ids: closed.map(({ id }) => id) })
  return settled
}
