import { day, maxDay } from '#kernel/day.ts'
import { conflict, precondition } from '#kernel/errors.ts'
import { compare, displayMoney, parseMoney } from '#kernel/money.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { releaseSets } from '../funding/release-sets.server.ts'
import { lockSets } from '../settlement/load-cash.server.ts'
import { itemAnswer, itemInput, lockItem, setItem } from './batch-item.server.ts'
import { documentHolds } from './document-holds/document-holds.server.ts'
import { findBeyond, lockAvailability } from './hold-availability.server.ts'
import { payeeStandings } from './hold-payee.server.ts'
import type { BatchRow } from './load-batch.server.ts'
import { payment_batch } from './payment-batch.entity.ts'
import { who } from './payment-batch.rules.ts'

/** Takes a held document in again, if it can be paid. */
export const releaseItem = verb({
  action_id: 'payment.payment_batch.release_item',
  since: '0.1.0',
  summary: 'Takes a held document into its payment batch again',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.release_item,
  input: itemInput,
  output: itemAnswer,
  run: async (context, { item_id, reason }) => {
    const item = await lockItem(context, item_id, 'release_item')
    if (item.status !== 'held') throw conflict('This item is not held')
    const { batch } = item
    await keepReleaser(context, batch)
    await lockAvailability(context.tx, batch)
    const standings = await payeeStandings(context.tx, [item.payee_id], batch.currency_id, batch.run_date)
    const standing = standings.get(item.payee_id)
    if (standing?.hold_reason !== null) throw precondition(standing?.hold_reason ?? 'The payee is not known')
    const account = standing.bank_account_id
    if (item.invoice_id === null || item.invoice_set_id === null)
      return setItem(context, item, 'included', reason, account)
    const documents = await lockSets(context.tx, [item.invoice_set_id])
    const document = documents.find((one) => one.id === item.invoice_id)
    const paid_on = maxDay(day(batch.run_date), context.clock.today())
    const waits = document ? (await documentHolds(context.tx, documents, paid_on))(document) : null
    if (waits !== null) throw precondition(waits)
    const payable = releaseSets(documents, day(batch.run_date)).get(item.invoice_id)?.payable
    if (!payable || compare(parseMoney(item.amount, batch.currency), payable) > 0) {
      const most = payable ? displayMoney(payable) : 'Nothing'
      throw precondition(`${most} of this document is released for payment on the run date`)
    }
    const released = await setItem(context, item, 'included', reason, account)
    const beyond = (await findBeyond(context, batch, 'build')).get(item.id)
    if (beyond !== undefined) throw precondition(beyond)
    return released
  },
})

/** They review and complete no batch that they have a part in. */
async function keepReleaser({ tx, viewer }: VerbContext, { id, released_by }: BatchRow): Promise<void> {
  if (!released_by.includes(viewer.user_id))
    await updateRow(tx, payment_batch, id, { released_by: [...released_by, viewer.user_id] })
}
