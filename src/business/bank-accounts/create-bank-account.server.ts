import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { requireOwnPayee } from '../parties/payment-companies.server.ts'
import type { PartyRow } from '../parties/visible-business.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { agency_side, agency_writers, provider_staff, requireOneOf } from '../shared/who-may.rules.ts'
import { paid_by_agency } from './bank-account.rules.ts'
import { bankAccountInput } from './bank-account-input.server.ts'
import { insertBankAccount } from './insert-bank-account.server.ts'

/** Clients pay into accounts of these alone: they keep the books (money.md §1.3). */
const principals = ['provider', 'funder']

/** The business, where the viewer may enter its accounts. @throws not_allowed, or not_found in the same words */
export async function businessToPay(context: VerbContext, business_id: string): Promise<PartyRow> {
  const { viewer } = context
  const is_own = business_id === viewer.business_id
  requireOneOf(viewer, {
    provider: is_own ? ['provider_admin'] : provider_staff,
    agency: is_own ? ['agency_admin'] : agency_writers,
  })
  const types = viewer.category === 'agency' && !is_own ? paid_by_agency : []
  const business = await visibleBusiness(context, business_id, ...types)
  if (viewer.category === 'agency' && !is_own) await requireOwnPayee(context, business)
  return business
}

/** A business's bank account. It waits until a second person has confirmed it (quality S16). */
export const createBankAccount = verb({
  action_id: 'business.bank_account.create',
  since: '0.1.0',
  summary: 'Enters a bank account of a business, to be confirmed by a second person',
  machine: 'refused',
  impersonator: 'refused',
  who: agency_side,
  input: bankAccountInput,
  output: z.strictObject({ id: z.uuid(), status: z.literal('pending') }),
  step_up: FIVE_MINUTES,
  run: async (context, { currency, ...account }) => {
    const business = await businessToPay(context, account.business_id)
    if (account.purpose !== 'payout' && !principals.includes(business.type))
      throw invalid({ purpose: validationText.matches })
    const currency_id = await currencyId(context, currency)
    const { id } = await insertBankAccount(context, { ...account, business_id: business.id, currency_id })
    return { id, status: 'pending' }
  },
})
