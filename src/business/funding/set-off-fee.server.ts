/**
 * Sets off a single fee as the debit of its set is recovered from the agency's earnings. It posts nothing: the
 * agency's control account nets to zero within every set.
 */
import { isPositive, minOf } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertPayments } from '../settlement/insert-payments.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { outstandingOf, readSets } from '../settlement/load-cash.server.ts'
import { legOf } from '../shared/invoice-types.rules.ts'
import { bySet } from './release-sets.server.ts'
import { type SettledLeg, setOffPayment, settleSetOffs } from './set-off.server.ts'

/** `recovered` are debits with the amounts just recovered; their sets are locked. */
export async function setOffLoneFees(context: VerbContext, recovered: readonly SettledLeg[]): Promise<void> {
  if (recovered.length === 0) return
  const documents = await readSets(context.tx, [
    ...new Set(recovered.map(({ document }) => document.invoice_set_id)),
  ])
  const sets = bySet(documents)
  const legs = recovered.flatMap(({ document: debit, amount }): SettledLeg[] => {
    const fee = loneFeeOf(sets.get(debit.invoice_set_id) ?? [])
    const part = fee && minOf(outstandingOf(fee), amount)
    return fee && part && isPositive(part) ? [{ document: fee, amount: part }] : []
  })
  const by_agency = [...Map.groupBy(legs, ({ document }) => document.agency_id)]
  const post_date = context.clock.today()
  const made = await insertPayments(
    context,
    by_agency.map(([agency_id, lines]) => ({
      ...setOffPayment(agency_id, lines, post_date),
      funder_id: null,
      payment_batch_id: null,
      comment: 'Fees taken off earnings: no money moved',
    })),
  )
  await settleSetOffs(context, by_agency, made, post_date)
}

/** The open fee of a set that is a fee and the agency's debt for it, and nothing else. */
function loneFeeOf(set: readonly CashDocument[]): CashDocument | undefined {
  const is_lone = set.every(({ type }) => legOf(type) === 'fee' || type === 'agency_earnings')
  return is_lone
    ? set.find((one) => legOf(one.type) === 'fee' && one.status === 'open' && !one.is_credit_note)
    : undefined
}
