import { conflict } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { itemAnswer, itemInput, lockItem, setItem } from './batch-item.server.ts'
import { who } from './payment-batch.rules.ts'

/** Keeps one document out of the payment; the others go on. */
export const holdItem = verb({
  action_id: 'payment.payment_batch.hold_item',
  since: '0.1.0',
  summary: 'Holds a document out of a payment batch',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.hold_item,
  input: itemInput,
  output: itemAnswer,
  run: async (context, { item_id, reason }) => {
    const item = await lockItem(context, item_id, 'hold_item')
    if (item.status !== 'included') throw conflict('This item is already held')
    return setItem(context, item, 'held', reason, item.bank_account_id)
  },
})
