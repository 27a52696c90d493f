import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { submittedFor } from '../onboarding/submitted.server.ts'
import { actingAgency } from '../visible-business.server.ts'
import {
  insertPaymentCompany,
  payment_company_shape,
  payment_company_types,
} from './insert-payment-company.server.ts'

/** The company through which contractors are paid: their own limited one, an umbrella, a sole trade. */
export const createPaymentCompany = verb({
  action_id: 'business.payment_company.create',
  since: '0.1.0',
  summary: 'Creates the company through which contractors are paid',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: z.strictObject({ type: z.enum(payment_company_types), ...payment_company_shape }),
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, company) => {
    const { viewer } = context
    const agency_id = viewer.category === 'agency' ? (await actingAgency(context, undefined)).id : null
    const submitted = agency_id === null ? null : await submittedFor(context, agency_id)
    return insertPaymentCompany(context, { company, agency_id, submitted })
  },
})
