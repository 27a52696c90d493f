import { z } from 'zod'
import { invalid, notFound } from '#kernel/errors.ts'
import { identifier_readers, type ReadIdentifier } from '#kernel/identifier.ts'
import { verb } from '#server/verb.ts'
import { readPhone } from '../../shared/phone.server.ts'
import { requireOneOf } from '../../shared/who-may.rules.ts'
import { type CompanyText, company_texts, no_vat_evidence } from '../company.entity.ts'
import {
  by_request_text,
  by_request_types,
  company_changers,
  may_change_company,
  mayChangeRegistration,
  vat_number_unregistered,
} from '../company.rules.ts'
import {
  type AddressInput,
  companyFields,
  eachCompanyText,
  hasVatNumber,
  industriesInput,
  mandatory,
  optionalText,
  postcodeToKeep,
  storedAddressInput,
  vat_number_missing,
} from '../party-input.server.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { address_names } from './address-names.rules.ts'
import { requireFreeNumber, writeAddress } from './company-writes.server.ts'

/** Identifiers of a stored company that stay as they are need not pass today's checks. */
const input = companyFields
  .omit({ utr: true })
  .extend({
    business_id: z.uuid(),
    brn: optionalText,
    vat_registration_no: mandatory.optional(),
    website: optionalText,
    address: storedAddressInput,
    /** Absent: they stay. */
    industries: industriesInput.optional(),
  })
  .refine(hasVatNumber, vat_number_missing)

type Row = {
  readonly id: string
  readonly name: string
  readonly brn: string | null
  readonly is_vat_registered: boolean
  readonly vat_registration_no: string | null
  readonly email: string | null
  readonly industries: readonly string[]
  readonly address_id: string | null
  readonly country_code: string | null
  readonly address: Readonly<Record<string, unknown>> | null
  readonly is_by_request: boolean
} & Readonly<Record<CompanyText, string | null>>

/**
 * Changes a business's own profile, for its future documents (issued ones keep their text). The provider checked the
 * registered name and number at onboarding, so only the provider changes them.
 */
export const updateCompany = verb({
  action_id: 'business.company.update',
  since: '0.1.0',
  summary: 'Changes the profile of a business',
  machine: 'allowed',
  impersonator: 'refused',
  who: company_changers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { business_id, address: typed, ...change }) => {
    const { tx, viewer, clock } = context
    const business = await visibleBusiness(context, business_id)
    requireOneOf(viewer, may_change_company(business.id === viewer.business_id))
    const before = await tx.row<Row>(
      `select c.id, c.name, c.brn, c.is_vat_registered, c.vat_registration_no, c.email, c.industries, c.address_id,
         a.country_code, to_jsonb(a) as address, b.status = 'onboarded' and b.type = any ($2::text[]) as is_by_request,
         ${company_texts.map((name) => `c.${name}`).join(', ')}
       from business.company c join business.business b on b.company_id = c.id
       left join business.address a on a.id = c.address_id
       where b.id = $1 and c.deleted_at is null for update of c`,
      [business.id, by_request_types],
    )
    if (!before) throw notFound('Company')
    const { address, ...identifiers } = identifiersOf(before, change, typed)
    const next = { ...change, ...identifiers }
    if (!mayChangeRegistration(viewer)) requireSameRegistration(before, next)
    if (before.is_by_request) requireSameFacts(before, next, address)
    await requireFreeNumber(context, before, next.brn)
    const address_id = await writeAddress(context, before.address_id, address)
    const values = {
      name: next.name,
      brn: next.brn,
      is_vat_registered: next.is_vat_registered,
      vat_registration_no: next.vat_registration_no ?? null,
      email: next.email ?? null,
      industries: next.industries ?? before.industries,
      ...eachCompanyText((name) => next[name] ?? null),
      // Evidence is of the country in which it was checked.
      ...(before.country_code === address.country_code ? {} : no_vat_evidence),
    }
    const changed = { ...values, address_id, updated_at: clock.now() }
    const sets = Object.keys(changed).map((name, i) => `${name} = $${i + 2}`)
    await tx.run(`update business.company set ${sets.join(', ')} where id = $1`, [
      before.id,
      ...Object.values(changed),
    ])
    const { id, address_id: _1, country_code: _2, address: _3, is_by_request: _4, ...old_values } = before
    context.audit({
      entity: 'business.company',
      entity_id: id,
      old_values,
      new_values: { ...values, address },
    })
    return { id }
  },
})

type CompanyIdentifier = 'brn' | 'vat_registration_no' | 'website'
type Identified = Readonly<Partial<Record<CompanyIdentifier | 'phone', string | undefined>>> & {
  readonly is_vat_registered: boolean
}

/** @throws invalid under each changed identifier, number and postcode that is not of its form */
function identifiersOf(before: Row, change: Identified, address: AddressInput) {
  const errors: Record<string, string> = {}
  const next = (
    name: CompanyIdentifier | 'phone',
    read: (typed: string) => ReadIdentifier,
  ): string | null => {
    const typed = change[name]
    if (typed === undefined || typed === '') return null
    if (typed === before[name]) return typed
    const found = read(typed)
    if ('text' in found) return found.text
    errors[name] = found.fault
    return null
  }
  const found = {
    brn: next('brn', identifier_readers.brn),
    vat_registration_no: next('vat_registration_no', identifier_readers.vat_registration_no),
    website: next('website', identifier_readers.website),
    phone: next('phone', (typed) => readPhone(typed, address.country_code)),
  }
  const zipcode = typeof before.address?.zipcode === 'string' ? before.address.zipcode : null
  const postcode = postcodeToKeep({ zipcode, country_code: before.country_code }, address)
  if ('fault' in postcode) errors['address.zipcode'] = postcode.fault
  // A number that is older than the end of the registration may stay.
  const { vat_registration_no } = found
  if (!change.is_vat_registered && vat_registration_no && vat_registration_no !== before.vat_registration_no)
    errors.vat_registration_no = vat_number_unregistered
  if ('fault' in postcode || Object.keys(errors).length > 0) throw invalid(errors)
  return { ...found, address: { ...address, zipcode: postcode.text } }
}

/** @throws invalid under the field that is the provider's to change */
function requireSameRegistration(before: Row, next: { name: string; brn: string | null }): void {
  const word = 'Your provider changes this: it is what you were taken on with'
  const errors = {
    ...(next.name === before.name ? {} : { name: word }),
    ...(next.brn === before.brn ? {} : { brn: word }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** In force, these change by a request that another person approves (change-requests). */

/** @throws invalid under each fact that changes by request */
function requireSameFacts(
  before: Row,
  next: {
    readonly name: string
    readonly brn: string | null
    readonly is_vat_registered: boolean
    readonly vat_registration_no: string | null
  },
  address: AddressInput,
): void {
  const facts = ['name', 'brn', 'is_vat_registered', 'vat_registration_no'] as const
  const changed: string[] = facts.filter((field) => next[field] !== before[field])
  for (const name of address_names)
    if ((address[name] || null) !== (before.address?.[name] ?? null)) changed.push(`address.${name}`)
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map((field) => [field, by_request_text])))
}
