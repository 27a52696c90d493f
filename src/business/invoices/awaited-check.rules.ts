/** Work that waits for HMRC's answer about a VAT number (decisions 0118 and 0139). Pure. */
import type { Day } from '#kernel/day.ts'
import type { VatStanding } from '../parties/vat-check.rules.ts'
import type { FundingModel, GenerationType } from '../shared/invoice-types.rules.ts'
import { awaitsVatCheck, type SelfBillee } from './vat.rules.ts'

/** How both reasons begin: a later answer raises the work that has such a reason. */
const unanswered = 'HMRC has not answered about the VAT number of '
const unconfirmed = 'HMRC does not confirm the VAT number of '
export const check_reasons = [unanswered, unconfirmed] as const

/** Why a self-bill waits; null where it need not. @param payee null for work without one, and for pay */
export function selfBillAwaits(
  payee: (SelfBillee & { readonly name: string }) | null,
  on: Day,
): string | null {
  return payee !== null && awaitsVatCheck(payee, on) ? `${unanswered}${payee.name} yet` : null
}

export type Sale = {
  readonly funding_model: FundingModel
  readonly generation_type: GenerationType
  readonly agency: {
    readonly name: string
    readonly is_vat_registered: boolean
    readonly vat_standing: VatStanding
  }
}

/** Sales of wages do not wait for the agency's VAT number. */
const wages: readonly GenerationType[] = ['paye_timesheet', 'payroll_timesheet']

/**
 * Why the agency's sale to its principal waits; null where it need not. The principal bills the sale to itself. Without
 * VAT the sale cannot be raised: the principal charges the client VAT and reclaims the agency's (decision 0139).
 */
export function saleAwaits({ funding_model, generation_type, agency }: Sale): string | null {
  if (funding_model === 'agency_billed' || wages.includes(generation_type) || !agency.is_vat_registered)
    return null
  if (agency.vat_standing === 'open') return `${unanswered}${agency.name} yet`
  return agency.vat_standing === 'refused' ? `${unconfirmed}${agency.name}` : null
}
