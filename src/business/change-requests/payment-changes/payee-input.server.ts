/** A typed further payee: its agency and company, and every fault by its field. */
import { z } from 'zod'
import { type Day, day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { type FormerPayment, formerOn } from '../../shared/former-payments.rules.ts'
import type { PartyStanding } from '../party-changes/party-facts.server.ts'
import type { PartyChange, PartyChanges } from '../request/party-change.rules.ts'
import { loadPayee } from './paid-placements.server.ts'
import { agreementFaults, askedCompany, payment_change_shape } from './payment-change-input.server.ts'

/** Without an agency: the contractor's only one. */
export const payee_shape = { ...payment_change_shape, agency_id: z.uuid().optional() }
const shape = z.strictObject(payee_shape)
export type PayeeInput = z.infer<typeof shape>

type Agency = { readonly id: string; readonly human_id: string }

/** @throws invalid under `agency_id` for an agency that the contractor does not work with */
export async function payeeAgency(
  { tx, viewer }: VerbContext,
  { id }: PartyStanding,
  asked: string | undefined,
): Promise<Agency> {
  const agencies = await tx.rows<Agency>(
    `select a.id, a.human_id from business.service s join business.business a on a.id = s.to_business_id
     where s.type = 'contractor-agency' and s.from_business_id = $1 and s.status in ('active', 'suspended')
       and s.deleted_at is null and a.is_active and a.deleted_at is null order by a.id`,
    [id],
  )
  const unknown = invalid({ agency_id: errorText.not_found('Agency') })
  const own = viewer.category === 'agency' ? viewer.business_id : undefined
  if (own !== undefined && asked !== undefined && asked !== own) throw unknown
  const wanted = own ?? asked
  if (wanted === undefined && agencies.length > 1) throw invalid({ agency_id: validationText.required })
  const found = wanted === undefined ? agencies[0] : agencies.find((one) => one.id === wanted)
  if (found === undefined) throw unknown
  return found
}

export async function settlePayee(
  context: VerbContext,
  standing: PartyStanding,
  agency: Agency,
  input: PayeeInput,
): Promise<PartyChanges & { readonly effective_from: Day }> {
  const from = day(input.effective_from)
  const company = await askedCompany(context, standing, input)
  const payee = await loadPayee(context.tx, standing, input.payment_type, company)
  const errors = {
    ...agreementFaults(input),
    ...((await isPaidSo(context.tx, { ...standing, agency_id: agency.id, payee_id: payee.id, from }))
      ? { [company === null ? 'payment_type' : 'payment_company_id']: paid_so }
      : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const added = (field: PartyChange['field'], value: string | null | undefined): PartyChange[] =>
    value === null || value === undefined ? [] : [{ field, old: null, new: value }]
  return {
    effective_from: from,
    changes: [
      ...added('payee_agency', agency.human_id),
      ...added('payee_type', input.payment_type),
      ...added('payee_company', company),
      ...added('self_billing_from', input.self_billing_from),
      ...added('self_billing_to', input.self_billing_to),
    ],
  }
}

export const paid_so = 'The contractor is paid so already'

/** Whether the payee is the contractor's on that day, or a further one with the agency then or later. */
export async function isPaidSo(
  tx: Tx,
  asked: { readonly id: string; readonly agency_id: string; readonly payee_id: string; readonly from: Day },
): Promise<boolean> {
  const found = await tx.row<{ now: string; former: readonly FormerPayment[]; is_further: boolean }>(
    `select coalesce(b.payment_company_id, b.id) as now, b.former_payments as former,
       exists (select from business.contractor_payee y where y.contractor_id = b.id and y.agency_id = $2
         and y.payment_company_id = $3 and (y.effective_to is null or y.effective_to >= $4) and y.deleted_at is null) as is_further
     from business.business b where b.id = $1`,
    [asked.id, asked.agency_id, asked.payee_id, asked.from],
  )
  if (found === undefined) return false
  const by_default = formerOn(found.former, asked.from)?.payment_company_id ?? found.now
  return by_default === asked.payee_id || found.is_further
}
