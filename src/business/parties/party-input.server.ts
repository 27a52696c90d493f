/** Input of the party verbs: zod schemas with the specified messages (spec §3, §5). */
import { z } from 'zod'
import { ROLES } from '#entity/access.ts'
import { countryName, countryOf, isCountryCode } from '#kernel/country.ts'
import { addDays, type Day, formatDay, isDay } from '#kernel/day.ts'
import {
  type ReadIdentifier,
  readCompanyNumber,
  readNiNumber,
  readPostcode,
  readUtr,
  readVatNumber,
  readWebsite,
} from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import { LINE_MAX } from '#kernel/typed-text.ts'
import { EMAIL_MAX, emailWith } from '../shared/email-input.server.ts'
import { type ReadPhone, readPhone } from '../shared/phone.server.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import { type CompanyText, company_texts } from './company.entity.ts'
import { vat_number_unregistered } from './company.rules.ts'
import { isDomain } from './mail-domains.rules.ts'

/** A rule over several fields that is asked beside the faults of single ones, so that one answer names all (onboarding §0.2). */
export const beside_faults = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
} as const

/** Of a field that may still be of a wrong type. */
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const short = oneLine(
  printed(
    z
      .string()
      .trim()
      .max(LINE_MAX, { error: validationText.max_length(LINE_MAX) }),
  ),
)
export const mandatory = short.min(1, { error: validationText.required })
export const optionalText = short.optional()
/** An identifier in its plain form, or the fault of its register. */
export const identifierInput = (read: (typed: string) => ReadIdentifier) =>
  short
    .transform((typed, context) => {
      const found = read(typed)
      if ('text' in found) return found.text
      context.addIssue({ code: 'custom', message: found.fault })
      return z.NEVER
    })
    .optional()
/** No party, placement or rule of ours lives outside of these years: a day beyond is a slip of the pen. */
const years = { first: '1900-01-01', last: '2099-12-31' } as const
export const dayInput = z
  .string()
  .refine(isDay, { error: validationText.matches, abort: true })
  .refine((on) => on >= years.first, { error: validationText.min_date('31/12/1899') })
  .refine((on) => on <= years.last, { error: validationText.max_date('01/01/2100') })
  .meta({ format: 'date' })
/** A code of three letters; currencyId refuses one that the product does not know. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, { error: validationText.matches })
export const currencyInput = currencyCode.default('GBP')
/** The fault of a last day before the first; null without one. */
export function endMessage(from: string, to: string | null | undefined): string | null {
  // The last day that is too early; both are days, as their schema has seen.
  return to && to < from ? validationText.min_date(formatDay(addDays(from as Day, -1))) : null
}
export const termsInput = z
  .number()
  .int({ error: validationText.integer })
  .min(0, { error: validationText.positive })
  .max(365, { error: validationText.max })
/** Mail domains of a client, in lower case. */
export const domainsInput = z
  .array(z.string().trim().toLowerCase().refine(isDomain, { error: validationText.matches }))
  .max(20, { error: validationText.max })
export const emailInput = emailWith(validationText.email)

/** Addresses to send to instead of the recipient's own contacts. */
export const recipientsInput = z
  .array(z.string().max(EMAIL_MAX, { error: validationText.email_in_list }).pipe(emailInput))
  .min(1, { error: validationText.required })
  .max(10, { error: validationText.max })
  .optional()

const POSTCODE_MAX = 20

export const addressFields = z.strictObject({
  line_1: mandatory,
  line_2: optionalText,
  line_3: optionalText,
  line_4: optionalText,
  city: optionalText,
  state: optionalText,
  /** By default the name of the code's country. */
  country: optionalText,
  /** Of ISO 3166-1; by default that of the country's name, else `GB`. VAT follows it. */
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: validationText.matches })
    .refine(isCountryCode, { error: validationText.matches })
    .optional(),
  /** In the United Kingdom of Royal Mail's form, stored as `SW1A 1AA`. */
  zipcode: optionalText,
})

type TypedCountry = {
  readonly country?: string | undefined
  readonly country_code?: string | undefined
}
/** Country and code of an address, each from the other where one is absent; null for an unknown name. */
export function readAddressCountry({ country, country_code }: TypedCountry) {
  const name = textOf(country) || undefined
  const code = textOf(country_code) ?? countryOf(name ?? 'GB')?.code
  return code === undefined ? null : { country: name ?? countryName(code), country_code: code }
}

type TypedAddress = TypedCountry & { readonly zipcode?: string | undefined }

/** The postcode to store, or its fault: other countries have forms of their own. */
export function readAddressPostcode(address: TypedAddress): ReadIdentifier | null {
  const typed = textOf(address.zipcode)
  if (!typed) return null
  if (readAddressCountry(address)?.country_code === 'GB') return readPostcode(typed)
  return typed.length > POSTCODE_MAX ? { fault: validationText.max_length(POSTCODE_MAX) } : { text: typed }
}

const withCountry = <A extends TypedCountry>(address: A, context: z.RefinementCtx) => {
  const found = readAddressCountry(address)
  if (found) return { ...address, ...found }
  context.addIssue({ code: 'custom', path: ['country'], message: validationText.matches })
  return z.NEVER
}

type StoredPostcode = { readonly zipcode: string | null; readonly country_code: string | null }

/** The postcode to store: one that stays in its country need not pass today's check. */
export function postcodeToKeep(
  before: StoredPostcode | null,
  address: TypedAddress,
): { readonly text: string | undefined } | { readonly fault: string } {
  const { zipcode, country_code } = address
  const is_same = before !== null && zipcode === before.zipcode && country_code === before.country_code
  return (is_same ? null : readAddressPostcode(address)) ?? { text: zipcode || undefined }
}

/** For a stored address: an old postcode that does not change is not checked. */
export const storedAddressInput = addressFields.transform(withCountry)

export const addressInput = addressFields
  .superRefine((address, context) => {
    const found = readAddressPostcode(address)
    if (found && 'fault' in found)
      context.addIssue({ code: 'custom', path: ['zipcode'], message: found.fault })
  }, beside_faults)
  .transform((address, context) => {
    const found = readAddressPostcode(address)
    return withCountry(found && 'text' in found ? { ...address, zipcode: found.text } : address, context)
  })
export type AddressInput = z.infer<typeof addressInput>

/** One entry for each text of a company. */
export function eachCompanyText<V>(value: (name: CompanyText) => V): Record<CompanyText, V> {
  return Object.fromEntries(company_texts.map((name) => [name, value(name)])) as Record<CompanyText, V>
}

export const industriesInput = z.array(short).max(50, { error: validationText.max })

export const companyFields = z.strictObject({
  name: mandatory,
  brn: identifierInput(readCompanyNumber),
  is_vat_registered: z.boolean().default(false),
  vat_registration_no: identifierInput(readVatNumber),
  utr: identifierInput(readUtr),
  email: emailInput.optional(),
  ...eachCompanyText((name) => (name === 'website' ? identifierInput(readWebsite) : optionalText)),
  industries: industriesInput.default([]),
  address: addressInput,
})

/** A registration number is needed where there is a registration. */
export function hasVatNumber(company: {
  readonly is_vat_registered: boolean
  readonly vat_registration_no?: string | undefined
}): boolean {
  return !company.is_vat_registered || company.vat_registration_no !== undefined
}
export const vat_number_missing = {
  path: ['vat_registration_no'],
  error: validationText.required,
  ...beside_faults,
}

/** A VAT number implies a registration. */
const isRegistered = (company: Parameters<typeof hasVatNumber>[0]): boolean =>
  company.is_vat_registered || company.vat_registration_no === undefined

/** A number without a country is one of the country of the address. */
function readCompanyPhone({ phone, address }: z.infer<typeof companyFields>): ReadPhone | null {
  const typed = textOf(phone)
  // An address with a fault is still as it was typed, or absent.
  return typed ? readPhone(typed, readAddressCountry(address ?? {})?.country_code) : null
}

export const companyInput = companyFields
  .refine(hasVatNumber, vat_number_missing)
  .refine(isRegistered, {
    path: ['vat_registration_no'],
    error: vat_number_unregistered,
    ...beside_faults,
  })
  .superRefine((company, context) => {
    const found = readCompanyPhone(company)
    if (found && 'fault' in found) context.addIssue({ code: 'custom', path: ['phone'], message: found.fault })
  }, beside_faults)
  .transform((company) => {
    const found = readCompanyPhone(company)
    return { ...company, phone: found && 'text' in found ? found.text : undefined }
  })
export type CompanyInput = z.infer<typeof companyInput>

export const individualInput = z.strictObject({
  first_name: mandatory,
  last_name: mandatory,
  date_of_birth: dayInput.optional(),
  gender: z.enum(['M', 'F']).optional(),
  ni_number: identifierInput(readNiNumber),
  utr: identifierInput(readUtr),
  address: addressInput.optional(),
})
export type IndividualInput = z.infer<typeof individualInput>

/** Roles, each once. */
export const rolesInput = z
  .array(z.enum(ROLES))
  .refine((roles) => new Set(roles).size === roles.length, { error: validationText.duplicate_value })

export const contactInput = z.strictObject({
  first_name: mandatory,
  last_name: mandatory,
  email: emailInput,
  /** Read by the verb, in the country of the person's business. */
  contact_phone: optionalText,
  roles: rolesInput.min(1, { error: validationText.required }),
  /** False: a person named on documents who never signs in. */
  can_sign_in: z.boolean().default(true),
})
export type ContactInput = z.infer<typeof contactInput>
