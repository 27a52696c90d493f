/** Holds payments at the review of a batch: their bank accounts got a flag after the batch was made (decision 0100). */
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { flaggedAccounts } from '../parties/self-dealing/flagged-accounts.server.ts'
import { holdItems } from './batch-item.server.ts'
import { flags_wait } from './hold-payee.server.ts'
import { type BatchRow, itemsOf } from './load-batch.server.ts'

/** @returns how many. @throws precondition where nothing else is left to pay */
export async function holdFlagged(context: VerbContext, { id, human_id }: BatchRow): Promise<number> {
  const included = (await itemsOf(context, id)).filter(({ status }) => status === 'included')
  const flagged = await flaggedAccounts(context.tx, [
    ...new Set(included.flatMap(({ bank_account_id }) => bank_account_id ?? [])),
  ])
  const waiting = included.filter(({ bank_account_id }) => flagged.has(bank_account_id ?? ''))
  if (waiting.length > 0 && waiting.length === included.length)
    throw precondition(`Batch ${human_id} pays only accounts with open flags: accept or cancel first`)
  return holdItems(context, id, new Map(waiting.map((item) => [item.id, flags_wait])))
}
