import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { insertPaymentCompany } from './new-party/insert-payment-company.server.ts'
import { companyInput, currencyInput } from './party-input.server.ts'

const input = z.strictObject({
  type: z.enum(['limited', 'umbrella', 'selfemployed', 'payer']),
  company: companyInput,
  currency: currencyInput,
})

/** The company through which contractors are paid: their own limited one, an umbrella, a sole trade. */
export const createPaymentCompany = verb({
  action_id: 'business.payment_company.create',
  since: '0.1.0',
  summary: 'Creates the company through which contractors are paid',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: insertPaymentCompany,
})
