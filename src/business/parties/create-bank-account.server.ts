import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff, requireOneOf } from '../who-may.rules.ts'
import { insertBankAccount } from './insert-party.server.ts'
import { visibleBusiness } from './linked.server.ts'
import { bankAccountInput } from './party-input.server.ts'

const input = bankAccountInput.extend({ business_id: z.uuid() })

/** A business's bank account. The first of its purpose is good at once, a later one waits for a second person. */
export const createBankAccount = verb<z.infer<typeof input>, { id: string; status: 'confirmed' | 'pending' }>(
  {
    action_id: 'business.bank_account.create',
    input,
    refuse_impersonator: true,
    run: async (context, { business_id, ...account }) => {
      const { viewer } = context
      requireOneOf(viewer, {
        provider: provider_staff,
        agency: business_id === viewer.business_id ? ['agency_admin'] : agency_writers,
      })
      const business = await visibleBusiness(context, business_id)
      const made = await insertBankAccount(context, business.id, account)
      context.audit({
        entity: 'business.bank_account',
        entity_id: made.id,
        // The number itself stays out of the log (quality S13).
        new_values: {
          business_id,
          purpose: account.purpose,
          currency: account.currency,
          status: made.status,
        },
      })
      return made
    },
  },
)
