import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import type { bank_account } from './bank-account.entity.ts'
import { changedAccountInput } from './bank-account-input.server.ts'
import { businessToPay } from './create-bank-account.server.ts'
import { insertBankAccount } from './insert-bank-account.server.ts'

type Row = ReadRow<typeof bank_account, 'business_id currency_id purpose status'>

/**
 * A new version of a confirmed account. The old one stays until a second person confirms the new one; payments wait
 * meanwhile, and the payee is mailed at the former addresses (quality S16).
 */
export const updateBankAccount = verb({
  action_id: 'business.bank_account.update',
  since: '0.1.0',
  summary: 'Changes a bank account, to be confirmed by a second person',
  machine: 'refused',
  impersonator: 'refused',
  who: agency_side,
  input: changedAccountInput,
  output: z.strictObject({ id: z.uuid(), status: z.literal('pending') }),
  step_up: FIVE_MINUTES,
  run: async (context, { id, ...details }) => {
    const [old] = await loadVisible<Row>(context.tx, context.viewer, 'business.bank_account', [id], {
      lock: true,
      columns: 't.business_id, t.currency_id, t.purpose, t.status',
    })
    if (!old) throw notFound('Bank account')
    await businessToPay(context, old.business_id)
    if (old.status !== 'confirmed')
      throw precondition(`This bank account is ${old.status}: change the confirmed one`)
    const { business_id, currency_id, purpose } = old
    const made = await insertBankAccount(context, { ...details, business_id, currency_id, purpose })
    return { id: made.id, status: 'pending' }
  },
})
