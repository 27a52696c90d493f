import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff, requireOneOf } from '../who-may.rules.ts'
import { insertBankAccount } from './insert-party.server.ts'
import { visibleBusiness } from './linked.server.ts'
import { bankAccountInput } from './party-input.server.ts'

const input = bankAccountInput.extend({ business_id: z.uuid() })

/** Whom an agency pays: it enters where to. Umbrellas are shared by agencies, so theirs are the provider's to enter. */
const paid_by_agency = ['contractor', 'limited', 'selfemployed'] as const
/** Clients pay into accounts of these alone: they keep the books (money.md §1.3). */
const principals = ['provider', 'funder']

/** A business's bank account. The first of its purpose is good at once, a later one waits for a second person. */
export const createBankAccount = verb<z.infer<typeof input>, { id: string; status: 'confirmed' | 'pending' }>(
  {
    action_id: 'business.bank_account.create',
    input,
    refuse_impersonator: true,
    run: async (context, { business_id, ...account }) => {
      const { viewer } = context
      const is_own = business_id === viewer.business_id
      requireOneOf(viewer, {
        provider: is_own ? ['provider_admin'] : provider_staff,
        agency: is_own ? ['agency_admin'] : agency_writers,
      })
      const types = viewer.category === 'agency' && !is_own ? paid_by_agency : []
      const business = await visibleBusiness(context, business_id, ...types)
      if (account.purpose !== 'payout' && !principals.includes(business.type))
        throw invalid({ purpose: validationText.matches })
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
