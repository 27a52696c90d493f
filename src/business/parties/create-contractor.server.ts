import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { currencyId, insertBusiness, insertIndividual, insertService } from './insert-party.server.ts'
import { insertPaymentCompany } from './new-party/insert-payment-company.server.ts'
import { companyInput, currencyInput, dayInput, individualInput, optionalText } from './party-input.server.ts'
import { companyToPayThrough } from './payment-companies.server.ts'
import { actingAgency } from './visible-business.server.ts'

const input = z
  .strictObject({
    agency_id: z.uuid().optional(),
    individual: individualInput,
    payment_type: z.enum(['paye', 'limited', 'umbrella', 'selfemployed']),
    payment_company_id: z.uuid().optional(),
    /** For an umbrella that the caller knows by its id on paper, such as UMB000001. */
    payment_company_code: optionalText,
    /** A limited company or sole trade that is not entered yet. */
    payment_company: companyInput.optional(),
    currency: currencyInput,
    /** The agreement under which the agency bills itself in the payment company's name (registers.md §4.2). */
    self_billing_from: dayInput.optional(),
    self_billing_to: dayInput.optional(),
    conduct_regs_opt_out: z.boolean().default(false),
  })
  .refine((c) => c.payment_type === 'paye' || waysToPay(c).length > 0, {
    path: ['payment_company_id'],
    error: validationText.required,
  })
  // Also refuses two ways at once, and a new umbrella: the provider takes those on.
  .refine((c) => waysToPay(c).length < 2, { path: ['payment_company_id'], error: validationText.matches })
  .refine((c) => c.payment_company === undefined || isOwnCompany(c.payment_type), {
    path: ['payment_type'],
    error: validationText.matches,
  })
type Input = z.infer<typeof input>

const isOwnCompany = (type: string): type is 'limited' | 'selfemployed' =>
  type === 'limited' || type === 'selfemployed'

const waysToPay = (c: {
  readonly payment_company_id?: string | undefined
  readonly payment_company_code?: string | undefined
  readonly payment_company?: object | undefined
}) =>
  [c.payment_company_id, c.payment_company_code, c.payment_company].filter(
    (way) => way !== undefined && way !== '',
  )

/** A contractor of an agency, paid by payroll or through a company. */
export const createContractor = verb({
  action_id: 'business.contractor.create',
  since: '0.1.0',
  summary: 'Creates a contractor of an agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), service_id: z.uuid() }),
  run: async (context, c) => {
    const { viewer } = context
    const agency = await actingAgency(context, c.agency_id)
    const company_id = await paymentCompany(context, c)
    const individual_id = await insertIndividual(context, c.individual)
    const { provider_id } = viewer
    const made = await insertBusiness(context, {
      type: 'contractor',
      name: `${c.individual.first_name} ${c.individual.last_name}`,
      provider_id,
      individual_id,
      base_currency_id: await currencyId(context, c.currency),
      payment_type: c.payment_type,
      payment_company_id: company_id,
    })
    const service_id = await insertService(context, {
      type: 'contractor-agency',
      from_business_id: made.id,
      to_business_id: agency.id,
      provider_id,
      agency_id: agency.id,
      self_billing_from: c.self_billing_from ?? null,
      self_billing_to: c.self_billing_to ?? null,
      conduct_regs_opt_out: c.conduct_regs_opt_out,
    })
    if (company_id !== null) {
      await insertService(context, {
        type: 'contractor-company',
        from_business_id: made.id,
        to_business_id: company_id,
        provider_id,
        agency_id: agency.id,
      })
    }
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'onboarded', type: 'contractor' },
    })
    return { ...made, service_id }
  },
})

/** @throws invalid for a company of another kind (payroll has none), or a foreign one, in the same words */
async function paymentCompany(context: VerbContext, c: Input): Promise<string | null> {
  const { payment_company_id: id, payment_company_code: human_id } = c
  if (c.payment_company && isOwnCompany(c.payment_type)) return ownCompany(context, c, c.payment_type)
  if (id === undefined && !human_id) return null
  const found = await companyToPayThrough(context, id === undefined ? { human_id: human_id ?? '' } : { id })
  const field = id === undefined ? 'payment_company_code' : 'payment_company_id'
  if (found?.type !== c.payment_type) throw invalid({ [field]: validationText.matches })
  return found.id
}

async function ownCompany(context: VerbContext, c: Input, type: 'limited' | 'selfemployed'): Promise<string> {
  const { payment_company: company, currency } = c
  if (company === undefined) throw invalid({ payment_company_id: validationText.required })
  const made = await insertPaymentCompany(context, { type, company, currency })
  return made.id
}
