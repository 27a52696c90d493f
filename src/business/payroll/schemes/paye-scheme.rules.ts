/** Rules of an employer's registration with HMRC (payroll-run, employers). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { type Day, dayOf, partsOf } from '#kernel/day.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { byRole, provider_staff } from '../../shared/who-may.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'

/** Roles that enter and change payroll data: an agency's of its own schemes. */
export const payroll_keepers = {
  agency: ['agency_admin'],
  provider: provider_staff,
} as const satisfies WhoMay

/** Administrators of employers, for their credentials at HMRC. */
export const sender_keepers = {
  agency: ['agency_admin'],
  provider: ['provider_admin'],
} as const satisfies WhoMay

/** The employer's own side enters its credentials: an agency those of its schemes, the provider those of others. */
export const mayKeepSender = (
  { agency_id }: { readonly agency_id: string | null },
  viewer: Pick<Viewer, 'category' | 'roles'>,
): Verdict => {
  const { agency, provider } = sender_keepers
  const role = byRole(viewer, agency_id === null ? { provider } : { agency })
  return role === true || agency_id === null || viewer.category !== 'provider'
    ? role
    : refuse('not_allowed', 'The employer enters its own credentials')
}

/** Businesses that may employ: the agency, the provider, or a company that pays its workers by PAYE. */
export const employer_types = ['agency', 'provider', 'payer'] as const

/** Pounds; the share of a connected group is less. */
export const LEVY_ALLOWANCE = '15000.00'

/** A reference as it is stored, however it was typed. */
export const plainReference = (typed: string): string => typed.toUpperCase().replace(/\s+/g, '')

export type EmployerReference = { readonly office_number: string; readonly paye_reference: string }

/** Reads `123/AB45678`; null where it is no reference. */
export function readEmployerReference(typed: string): EmployerReference | null {
  const [, office_number, paye_reference] = /^(\d{3})\/([A-Z0-9]{1,10})$/.exec(plainReference(typed)) ?? []
  return office_number && paye_reference ? { office_number, paye_reference } : null
}

/** Reads `123PA00012345`; null where HMRC gives no such reference. */
export function readAccountsOfficeReference(typed: string): string | null {
  const text = plainReference(typed)
  return /^\d{3}P[A-Z]\d{7}[\dX]$/.test(text) ? text : null
}

/** 6 April of a tax year by its name, `2026-27`; null where its rates are not loaded. */
export function firstDayOf(tax_year: string): Day | null {
  const year = TAX_YEARS.find(({ name }) => name === tax_year)
  return year ? dayOf(partsOf(year.last_day).year - 1, 4, 6) : null
}
