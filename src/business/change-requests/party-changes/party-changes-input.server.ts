/** A requested change of a party: its differences from the present facts, and its faults (spec §5). */
import { z } from 'zod'
import { isCountryCode } from '#kernel/country.ts'
import { day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { birthFault, identifier_readers, type ReadIdentifier } from '#kernel/identifier.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { vat_number_unregistered } from '../../parties/company.rules.ts'
import { address_names } from '../../parties/company-profile/address-names.rules.ts'
import { isKnownPerson } from '../../parties/known-person.server.ts'
import { legalFormOf, numberFaults } from '../../parties/legal-form.rules.ts'
import {
  dayInput,
  domainsInput,
  optionalText,
  readAddressCountry,
  readAddressPostcode,
} from '../../parties/party-input.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import {
  factsOf,
  isGender,
  isServiceState,
  mandatory_facts,
  type PartyChange,
  type PartyChanges,
  type PartyField,
  party_fields,
  typed_fields,
} from '../request/party-change.rules.ts'
import type { PartyFacts, PartyStanding } from './party-facts.server.ts'

const isAddressField = (field: PartyField) => address_names.some((name) => name === field)

/** A party, or a link of a client or contractor with an agency. */
export const subject_ids = { business_id: z.uuid().optional(), service_id: z.uuid().optional() }

export const partyChangesInput = z.strictObject({
  ...subject_ids,
  /** For a client or contractor of several agencies: the one that answers. */
  agency_id: z.uuid().optional(),
  /** Shown to approvers. */
  comment: reasonInput,
  name: optionalText,
  /** In words, of a client: `Limited Company`. */
  legal_form: optionalText,
  brn: optionalText,
  is_vat_registered: z.boolean().optional(),
  vat_registration_no: optionalText,
  currency: optionalText,
  /** Of a client; an empty list takes all away. */
  email_domains: domainsInput.optional(),
  line_1: optionalText,
  line_2: optionalText,
  line_3: optionalText,
  line_4: optionalText,
  city: optionalText,
  state: optionalText,
  zipcode: optionalText,
  country: optionalText,
  country_code: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  date_of_birth: dayInput.optional(),
  gender: optionalText,
  ni_number: optionalText,
  utr: optionalText,
  service_status: optionalText,
  conduct_regs_opt_out: z.boolean().optional(),
})
export type PartyChangesInput = z.infer<typeof partyChangesInput>

const readers: Readonly<Partial<Record<PartyField, (typed: string) => ReadIdentifier>>> = identifier_readers

const stored = z.object({
  effective_from: dayInput.nullable(),
  changes: z
    .array(
      z.object({
        field: z.enum(party_fields),
        old: z.string().nullable(),
        new: z.string().nullable(),
      }),
    )
    .min(1),
})

/** The stored changes of a request; null where it is not about a party. */
export function storedPartyChanges(data: unknown): PartyChanges | null {
  const found = stored.safeParse(data)
  if (!found.success) return null
  const { effective_from, changes } = found.data
  return { effective_from: effective_from === null ? null : day(effective_from), changes }
}

/** The differences from the party, with every fault by its field. */
export async function requestedPartyChanges(
  context: VerbContext,
  typed: PartyChangesInput,
  standing: PartyStanding,
): Promise<PartyChanges & { readonly errors: FieldErrors }> {
  const errors: Record<string, string> = {}
  const known = factsOf(standing)
  const input = { ...typed, ...countryOf(typed, errors) }
  const typed_changes = typed_fields.flatMap((field): PartyChange[] => {
    const typed = input[field]
    if (typed === undefined) return []
    if (!known.includes(field)) {
      errors[field] = validationText.matches
      return []
    }
    const old = standing.facts[field]
    const asked = factText(typed)
    if (asked === old) return []
    const read = asked === null ? { text: null } : readFact(field, asked)
    if ('fault' in read) errors[field] = read.fault
    else if (read.text === null && mandatory_facts.includes(field)) errors[field] = validationText.required
    else if (read.text !== old) return [{ field, old, new: read.text }]
    return []
  })
  const changes = withPostcode(standing.facts, typed_changes, errors)
  const next = withChanges(standing.facts, changes)
  if (next.is_vat_registered === 'Yes' && next.vat_registration_no === null && standing.company_id !== null)
    errors.vat_registration_no ??= validationText.required
  const has_new_number = changes.some(({ field, new: value }) => field === 'vat_registration_no' && value)
  if (next.is_vat_registered !== 'Yes' && has_new_number)
    errors.vat_registration_no ??= vat_number_unregistered
  if (changes.some(({ field }) => field === 'legal_form' || field === 'brn'))
    Object.assign(errors, { ...numberFaults(legalFormOf(next.legal_form), next.brn), ...errors })
  if (next.line_1 === null && changes.some(({ field }) => isAddressField(field)))
    errors.line_1 ??= validationText.required
  Object.assign(errors, await registerFaults(context, standing, changes), errors)
  return { effective_from: null, changes, errors }
}

/** A postcode in the form of its country; one that stays in its country is not judged. */
function withPostcode(
  facts: PartyFacts,
  changes: readonly PartyChange[],
  errors: Record<string, string>,
): PartyChange[] {
  const { zipcode, country_code } = withChanges(facts, changes)
  const is_same = zipcode === facts.zipcode && country_code === facts.country_code
  const found = is_same
    ? null
    : readAddressPostcode({ zipcode: zipcode ?? undefined, country_code: country_code ?? undefined })
  if (found === null) return [...changes]
  if ('fault' in found) errors.zipcode = found.fault
  const others = changes.filter(({ field }) => field !== 'zipcode')
  return 'fault' in found || found.text === facts.zipcode
    ? others
    : [...others, { field: 'zipcode', old: facts.zipcode, new: found.text }]
}

/** A country and its code change together, as in an address. */
function countryOf({ country, country_code }: PartyChangesInput, errors: Record<string, string>) {
  if (!country && !country_code) return {}
  if (country_code && !isCountryCode(country_code)) return {}
  const found = readAddressCountry({ country, country_code: country_code || undefined })
  if (found === null) errors.country = validationText.matches
  return found ?? {}
}

/** The text to compare; null clears the fact. */
function factText(typed: string | boolean | readonly string[]): string | null {
  if (typeof typed === 'boolean') return typed ? 'Yes' : 'No'
  const text = typeof typed === 'string' ? typed : [...new Set(typed)].join(', ')
  return text === '' ? null : text
}

function readFact(field: PartyField, asked: string): ReadIdentifier {
  if (field === 'service_status' && !isServiceState(asked)) return { fault: validationText.matches }
  if (field === 'legal_form' && legalFormOf(asked) === null) return { fault: validationText.matches }
  if (field === 'gender' && !isGender(asked)) return { fault: validationText.matches }
  if (field === 'currency' && !/^[A-Z]{3}$/.test(asked)) return { fault: validationText.matches }
  if (field === 'country_code' && !isCountryCode(asked)) return { fault: validationText.matches }
  return readers[field]?.(asked) ?? { text: asked }
}

export const withChanges = (facts: PartyFacts, changes: readonly PartyChange[]): PartyFacts => ({
  ...facts,
  ...Object.fromEntries(changes.map((change) => [change.field, change.new])),
})

/** Faults found in the database today: a number in use, an age, an inactive currency. */
export async function registerFaults(
  { tx, viewer, clock }: VerbContext,
  standing: PartyStanding,
  changes: readonly PartyChange[],
): Promise<FieldErrors> {
  const errors: Record<string, string> = {}
  for (const { field, new: value } of changes) {
    if (value === null) continue
    if (field === 'date_of_birth') {
      const fault = birthFault(day(value), clock.today())
      if (fault !== null) errors[field] = fault
    }
    const taken = number_holders[field]
    if (taken && (await tx.row(taken.sql, [value, standing.company_id ?? standing.individual_id])))
      errors[field] = taken.fault
    // Only an agency is told, and only of its own contractors: the answer would tell a worker about other people.
    if (
      field === 'ni_number' &&
      viewer.category === 'agency' &&
      (await isKnownPerson(tx, viewer.business_id, value, standing.id))
    )
      errors[field] = validationText.unique_existing
    if (field === 'country_code' && !isCountryCode(value)) errors[field] = validationText.matches
    if (
      field === 'currency' &&
      !(await tx.row(
        'select 1 from platform.currency where alpha_code = $1 and is_active and deleted_at is null',
        [value],
      ))
    )
      errors[field] = validationText.matches
  }
  return errors
}

const number_holders: Readonly<
  Partial<Record<PartyField, { readonly sql: string; readonly fault: string }>>
> = {
  brn: {
    sql: 'select 1 from business.company where brn = $1 and id <> $2 and deleted_at is null limit 1',
    fault: errorText.registration_number_exists,
  },
  utr: {
    sql: 'select 1 from business.individual where utr = $1 and id <> $2 and deleted_at is null limit 1',
    fault: validationText.unique_existing,
  },
}
