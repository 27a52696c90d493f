/** Confirmed bank accounts with waiting payments: the provider has not accepted the flags (decision 0100). */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { verb } from '#server/verb.ts'
import { flaggedAccounts } from '../parties/self-dealing/flagged-accounts.server.ts'
import { flags_wait, holdForOthers } from '../payments/hold-payee.server.ts'
import { account_readers } from './bank-account.rules.ts'

/** More accounts than any business has. */
const MOST = 50

export const readAccountWaits = verb({
  action_id: 'business.bank_account.read_waits',
  since: '0.1.0',
  summary: 'Shows the bank accounts whose payments wait for a check by the provider',
  machine: 'refused',
  impersonator: 'refused',
  who: account_readers,
  is_reading: true,
  input: z.strictObject({ ids: z.array(z.uuid()).max(MOST) }),
  output: z.strictObject({ waiting: z.array(z.strictObject({ id: z.uuid(), reason: z.string() })) }),
  run: async ({ tx, viewer }, { ids }) => {
    const seen = await loadVisible<{ id: string; status: string }>(tx, viewer, 'business.bank_account', ids, {
      columns: 't.id, t.status',
    })
    const flagged = await flaggedAccounts(
      tx,
      seen.filter(({ status }) => status === 'confirmed').map(({ id }) => id),
    )
    if (viewer.category === 'provider')
      return { waiting: [...flagged].map((id) => ({ id, reason: flags_wait })) }
    // Only once a payment was held: else an agency finds out a client's account by entering it for a contractor.
    const held = await tx.rows<{ id: string }>(
      `select distinct bank_account_id as id from payment.payment_batch_item
       where bank_account_id = any ($1) and hold_reason = $2`,
      [[...flagged], flags_wait],
    )
    return { waiting: held.map(({ id }) => ({ id, reason: holdForOthers(flags_wait) })) }
  },
})
