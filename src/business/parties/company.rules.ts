/** The rules of a business's profile and logo (spec §2, Account; §3, company documents). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { eitherOf, provider_staff } from '../shared/who-may.rules.ts'

/** One's own is the admin's; the provider's staff correct those of the businesses it operates for. */
export const may_change_company = (is_own: boolean): WhoMay =>
  is_own
    ? { agency: ['agency_admin'], funder: ['funder_admin'], provider: ['provider_admin'] }
    : { provider: provider_staff }

/** Roles that change the profile of any business. */
export const company_changers = eitherOf(may_change_company(true), may_change_company(false))

/** The registered name and number. */
export const mayChangeRegistration = (viewer: Pick<Viewer, 'category'>): boolean =>
  viewer.category === 'provider'

/** Types of business whose registered facts change by a request once the business is onboarded. */
export const by_request_types: readonly string[] = ['client', 'limited', 'umbrella', 'selfemployed', 'payer']

export const isByRequest = ({ type, status }: { readonly type: string; readonly status: string }): boolean =>
  status === 'onboarded' && by_request_types.includes(type)

/** Of parties in force: another person approves it. */
export const by_request_text = 'Request this change: another person approves it'

export const logo_kinds: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' }
/** A logo is small (spec §2: at most 48 wide and 32 high); a larger file would be left out of documents. */
export const logo_bytes_max = 512 * 1024

/** The fault of a file as a logo; null without one. */
export function logoFault(file: {
  readonly content_type: string
  readonly size_bytes: number
}): string | null {
  if (!Object.hasOwn(logo_kinds, file.content_type)) return 'A logo is a png, jpg or jpeg picture'
  return file.size_bytes > logo_bytes_max ? 'A logo is at most 512 kB' : null
}

/** A form asks for the number once the company is registered for VAT. A number typed before stays in sight, to be emptied. */
export const asksVatNumber = ({
  is_vat_registered,
  vat_registration_no,
}: Readonly<Record<string, unknown>>): boolean =>
  is_vat_registered === true || (typeof vat_registration_no === 'string' && vat_registration_no.trim() !== '')

/** A VAT number of a company that is not registered would be kept, and the company paid without VAT. */
export const vat_number_unregistered = 'Tick "Registered for VAT", or leave the number empty'
