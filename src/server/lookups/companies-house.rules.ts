/** Answers of Companies House, and the company that we read from them. Pure. */
import { z } from 'zod'
import { countryOf } from '#kernel/country.ts'

const text = z.string().trim().max(300).optional().catch(undefined)

const addressInput = z
  .object({
    care_of: text,
    po_box: text,
    premises: text,
    address_line_1: text,
    address_line_2: text,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
  })
  .optional()
  .catch(undefined)

/** A company of `GET /company/{number}`. */
export const profileInput = z.object({
  company_number: z.string().max(20),
  company_name: z.string().max(500),
  company_status: text,
  company_status_detail: text,
  type: text,
  date_of_creation: z.iso.date().optional().catch(undefined),
  sic_codes: z.array(z.string().max(20)).max(20).optional().catch(undefined),
  registered_office_address: addressInput,
})

/** Hits of `GET /search/companies`. */
export const searchInput = z.object({
  items: z
    .array(
      z.object({
        company_number: z.string().max(20),
        title: z.string().max(500),
        company_status: text,
        company_type: text,
        date_of_creation: z.iso.date().optional().catch(undefined),
        address: addressInput,
      }),
    )
    .max(100)
    .default([]),
})

/** `GET /company/{number}/officers`; birth months are not read. */
export const officersInput = z.object({
  items: z
    .array(z.object({ name: z.string().max(300), officer_role: text, resigned_on: z.string().optional() }))
    .max(100)
    .default([]),
})

type Address = z.infer<typeof addressInput>

/** As our own profiles hold it; absent parts are empty. */
export type FoundAddress = {
  readonly line_1: string
  readonly line_2: string
  readonly city: string
  readonly state: string
  readonly zipcode: string
  readonly country: string
  readonly country_code: string
}

export type FoundCompany = {
  readonly number: string
  readonly name: string
  readonly status: string
  readonly status_detail: string
  readonly type: string
  readonly date_of_creation: string | null
  readonly address: FoundAddress
  readonly sic_codes: readonly string[]
  /** Active ones; absent in a search. */
  readonly officers?: readonly { readonly name: string; readonly role: string }[]
}

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(', ')

/** House numbers stand before their street: "12" and "High Street" → "12 High Street". */
function street(premises = '', line = ''): string {
  if (premises === '' || line === '' || line.startsWith(premises)) return line || premises
  return /^\d+[a-z]?$/i.test(premises) ? `${premises} ${line}` : `${premises}, ${line}`
}

export function addressOf(address: Address): FoundAddress {
  const country = address?.country || 'United Kingdom'
  const found = countryOf(country)
  return {
    line_1: joined(address?.care_of, address?.po_box, street(address?.premises, address?.address_line_1)),
    line_2: address?.address_line_2 ?? '',
    city: address?.locality ?? '',
    state: address?.region ?? '',
    zipcode: address?.postal_code ?? '',
    country: found?.name ?? country,
    country_code: found?.code ?? '',
  }
}

export const companyOf = (
  profile: z.infer<typeof profileInput>,
  officers: z.infer<typeof officersInput>,
): FoundCompany => ({
  number: profile.company_number,
  name: profile.company_name,
  status: profile.company_status ?? '',
  status_detail: profile.company_status_detail ?? '',
  type: profile.type ?? '',
  date_of_creation: profile.date_of_creation ?? null,
  address: addressOf(profile.registered_office_address),
  sic_codes: profile.sic_codes ?? [],
  officers: officers.items
    .filter(({ resigned_on }) => resigned_on === undefined)
    .map(({ name, officer_role }) => ({ name, role: officer_role ?? '' })),
})

export const hitsOf = ({ items }: z.infer<typeof searchInput>): FoundCompany[] =>
  items.slice(0, 10).map((hit) => ({
    number: hit.company_number,
    name: hit.title,
    status: hit.company_status ?? '',
    status_detail: '',
    type: hit.company_type ?? '',
    date_of_creation: hit.date_of_creation ?? null,
    address: addressOf(hit.address),
    sic_codes: [],
  }))
