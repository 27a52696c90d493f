/** Insurances that an agency asks limited companies for, with the least sums (onboarding §2.6). Pure. */
import type { Role, WhoMay } from '#entity/access.ts'
import { displayMoney, type Money } from '#kernel/money.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { type PaperType, papers } from './compliance.rules.ts'

export const insurances = [
  'professional_indemnity',
  'public_liability',
] as const satisfies readonly PaperType[]
export type Insurance = (typeof insurances)[number]

export const isInsurance = (type: string): type is Insurance => insurances.some((one) => one === type)

/** The column of an agency that holds the least sum. */
export const sumOf = <I extends Insurance>(type: I) => `${type}_sum` as const

const admins = ['agency_admin'] as const satisfies readonly Role[]
/** The agency decides on its own policy; the provider's staff enter it for an agency. */
export const insurance_askers = { agency: admins, provider: provider_staff } as const satisfies WhoMay

/** A verified policy in force that counts for less than the agency asks for, or none. */
export type InsuranceGap = {
  readonly type: Insurance
  /** The name of the limited company. */
  readonly company: string
  readonly asked: Money
  /** Null: no verified policy in force, or its sum is not known. */
  readonly insured: Money | null
}

/** Sums in another currency are not converted, so they do not count. */
export const isEnough = (insured: Money | null, asked: Money): boolean =>
  insured !== null && insured.currency === asked.currency && insured.minor >= asked.minor

/** The sentence on a policy that does not count. */
export function gapWords({ type, company, asked, insured }: InsuranceGap): string {
  const wanted = `the agency asks for ${displayMoney(asked)}`
  const { label } = papers[type]
  return insured === null
    ? `${label} of ${company} is not verified and in force: ${wanted}`
    : `${label} of ${company} is for ${displayMoney(insured)}: ${wanted}`
}
