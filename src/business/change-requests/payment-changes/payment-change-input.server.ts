/** A typed change of a contractor's payment: the differences from today, and every fault by its field. */
import { z } from 'zod'
import { type Day, day } from '#kernel/day.ts'
import { type FieldErrors, invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { dayInput, endMessage, optionalText } from '../../parties/party-input.server.ts'
import { companyToPayThrough } from '../../parties/payment-companies.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { readBirth } from '../../rates/read-birth.server.ts'
import { loadSubject, type PartyStanding } from '../party-changes/party-facts.server.ts'
import type { PartyChange, PartyChanges } from '../request/party-change.rules.ts'
import { loadPaidPlacements, loadPayee, type Payee } from './paid-placements.server.ts'
import { type PaidPlacement, placementFaults, type Way } from './payment-change.rules.ts'

export const payment_change_shape = {
  contractor_id: z.uuid(),
  payment_type: z.enum(['paye', 'limited', 'umbrella', 'selfemployed']),
  payment_company_id: z.uuid().optional(),
  /** The id that the asker knows the company by, such as UMB000001. */
  payment_company_code: optionalText,
  /** The first day of work that is paid so. */
  effective_from: dayInput,
  /** The agreement under which the new company is billed by itself (registers.md §4.2). */
  self_billing_from: dayInput.optional(),
  self_billing_to: dayInput.optional(),
}
const shape = z.strictObject(payment_change_shape)
export type PaymentChangeInput = z.infer<typeof shape>

/** The contractor as they are paid today. @throws not_found for anybody else, or out of sight */
export async function loadPaid(
  context: VerbContext,
  id: string,
  options?: { readonly lock: boolean },
): Promise<PartyStanding> {
  await visibleBusiness(context, id, 'contractor')
  const standing = await loadSubject(context.tx, 'contractor', id, options)
  if (standing === null) throw notFound('Contractor')
  return standing
}

export type Settled = {
  readonly asked: PartyChanges & { readonly effective_from: Day }
  readonly payee: Payee
  readonly placements: readonly PaidPlacement[]
}

/** @throws invalid with all faults by field, precondition for a payee that cannot be paid yet */
export async function settlePaymentChange(
  context: VerbContext,
  standing: PartyStanding,
  input: PaymentChangeInput,
): Promise<Settled> {
  const from = day(input.effective_from)
  const company = await askedCompany(context, standing, input)
  const payee = await loadPayee(context.tx, standing, input.payment_type, company)
  const placements = await loadPaidPlacements(context.tx, {
    contractor_id: standing.id,
    payee_id: payee.id,
    from,
  })
  const born = await readBirth(context.tx, standing.id, context.viewer)
  const errors: FieldErrors = {
    ...placementFaults({ way: input.payment_type, from, born }, placements),
    ...agreementFaults(input),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const change = (field: PartyChange['field'], value: string | null): PartyChange[] =>
    value === standing.facts[field] ? [] : [{ field, old: standing.facts[field], new: value }]
  const ways = [...change('payment_type', input.payment_type), ...change('payment_company', company)]
  return {
    asked: {
      effective_from: from,
      // Only a new company has an agreement to agree to.
      changes:
        ways.length === 0
          ? []
          : [
              ...ways,
              ...change('self_billing_from', input.self_billing_from ?? null),
              ...change('self_billing_to', input.self_billing_to ?? null),
            ],
    },
    payee,
    placements,
  }
}

export function agreementFaults({
  payment_type,
  self_billing_from,
  self_billing_to,
}: Pick<PaymentChangeInput, 'payment_type' | 'self_billing_from' | 'self_billing_to'>): FieldErrors {
  if (payment_type === 'paye')
    return self_billing_from === undefined ? {} : { self_billing_from: validationText.matches }
  if (self_billing_to === undefined) return {}
  if (self_billing_from === undefined) return { self_billing_from: validationText.required }
  const early = endMessage(self_billing_from, self_billing_to)
  return early === null ? {} : { self_billing_to: early }
}

/** The human id of the company; null for payroll. @throws invalid for a foreign one, and one of another kind */
export async function askedCompany(
  context: VerbContext,
  { id: contractor_id }: PartyStanding,
  { payment_type, payment_company_id: id, payment_company_code: code }: PaymentChangeInput,
): Promise<string | null> {
  const field = id === undefined && code !== undefined ? 'payment_company_code' : 'payment_company_id'
  const fault = (message: string) => invalid({ [field]: message })
  if (payment_type === 'paye') {
    if (id !== undefined || code !== undefined) throw fault(validationText.matches)
    return null
  }
  if (id === undefined && code === undefined) throw fault(validationText.required)
  if (id !== undefined && code !== undefined) throw fault(validationText.matches)
  const found = await companyToPayThrough(context, id === undefined ? { human_id: code ?? '' } : { id })
  if (found?.type !== payment_type) throw fault(validationText.matches)
  const { tx, viewer } = context
  const company = await tx.row<{ human_id: string; is_own: boolean }>(
    `select b.human_id, b.type = 'umbrella' or exists (select from business.service s where s.type = 'contractor-company'
         and s.from_business_id = $2 and s.to_business_id = b.id and s.deleted_at is null) as is_own
     from business.business b where b.id = $1`,
    [found.id, contractor_id],
  )
  // A worker names an umbrella or a company of their own.
  if (company === undefined || (viewer.category === 'contractor' && !company.is_own))
    throw fault(validationText.matches)
  return company.human_id
}

/** The payment type of these changes, else the present one. */
export function wayOf(
  { facts }: PartyStanding,
  changes: readonly PartyChange[],
): { readonly way: Way; readonly company: string | null } {
  const after = (field: 'payment_type' | 'payment_company') => {
    const found = changes.find((change) => change.field === field)
    return found === undefined ? facts[field] : found.new
  }
  return { way: after('payment_type') as Way, company: after('payment_company') } // A choice of the table.
}
