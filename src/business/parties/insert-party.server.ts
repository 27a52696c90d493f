/** Inserts rows of this room; the calling verbs decide access. */

import type { Clock } from '#kernel/clock.ts'
import { invalid } from '#kernel/errors.ts'
import type { HumanIdPrefix, IssuedPrefix } from '#kernel/human-id.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import {
  type AddressInput,
  type CompanyInput,
  type ContactInput,
  eachCompanyText,
  type IndividualInput,
} from './party-input.server.ts'

type BusinessType =
  | 'agency'
  | 'client'
  | 'funder'
  | 'provider'
  | 'contractor'
  | 'limited'
  | 'umbrella'
  | 'selfemployed'
  | 'payer'

/** Where a verb's steps write: one transaction, one moment. */
export type Writing = { readonly tx: Tx; readonly clock: Clock }

const prefixes: Record<BusinessType, Exclude<HumanIdPrefix, IssuedPrefix>> = {
  agency: 'AGY',
  client: 'CLI',
  funder: 'FUN',
  provider: 'PRO',
  contractor: 'CON',
  limited: 'LIM',
  umbrella: 'UMB',
  selfemployed: 'SLF',
  payer: 'PYR',
}

/** The id of a currency in use. @throws invalid on `currency` */
export async function currencyId({ tx }: Writing, alpha_code: string): Promise<string> {
  const found = await tx.row<{ id: string }>(
    'select id from platform.currency where alpha_code = $1 and is_active and deleted_at is null',
    [alpha_code],
  )
  if (!found) throw invalid({ currency: validationText.matches })
  return found.id
}

/** @returns its id */
export async function insertAddress({ tx, clock }: Writing, address: AddressInput): Promise<string> {
  const id = newUuid(clock)
  const { line_1, line_2, line_3, line_4, city, state, country, country_code, zipcode } = address
  await tx.run(
    `insert into business.address (id, line_1, line_2, line_3, line_4, city, state, country, country_code, zipcode, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [id, line_1, line_2, line_3, line_4, city, state, country, country_code, zipcode, clock.now()].map(
      (v) => v ?? null,
    ),
  )
  return id
}

/** @throws invalid on `brn` when another company has this registration number (spec §8) */
export async function insertCompany(to: Writing, company: CompanyInput): Promise<string> {
  const { tx, clock } = to
  const address_id = await insertAddress(to, company.address)
  const id = newUuid(clock)
  const row = {
    id,
    name: company.name,
    brn: company.brn?.toUpperCase() ?? null,
    is_vat_registered: company.is_vat_registered,
    vat_registration_no: company.vat_registration_no ?? null,
    utr: company.utr ?? null,
    email: company.email ?? null,
    ...eachCompanyText((name) => company[name] ?? null),
    industries: company.industries,
    address_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  const values = Object.values(row)
  const made = await tx.run(
    `insert into business.company (${Object.keys(row).join(', ')})
     values (${values.map((_, i) => `$${i + 1}`).join(', ')})
     on conflict (brn) where deleted_at is null and brn is not null do nothing`,
    values,
  )
  if (made === 0) throw invalid({ brn: errorText.registration_number_exists })
  return id
}

/** @throws invalid on `utr` when another person has this tax reference (spec §5) */
export async function insertIndividual(to: Writing, person: IndividualInput): Promise<string> {
  const { tx, clock } = to
  const address_id = person.address ? await insertAddress(to, person.address) : null
  const id = newUuid(clock)
  const made = await tx.run(
    `insert into business.individual (id, first_name, last_name, date_of_birth, ni_number, utr, address_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (utr) where deleted_at is null and utr is not null do nothing`,
    [
      id,
      person.first_name,
      person.last_name,
      person.date_of_birth ?? null,
      person.ni_number ?? null,
      person.utr ?? null,
      address_id,
      clock.now(),
    ],
  )
  if (made === 0) throw invalid({ utr: validationText.unique_existing })
  return id
}

type NewBusiness = {
  readonly type: BusinessType
  readonly name: string
  readonly provider_id: string | null
  readonly company_id?: string | null
  readonly individual_id?: string | null
  readonly base_currency_id: string
  readonly funding_model?: string | null
  readonly payment_type?: string | null
  readonly payment_company_id?: string | null
  /** Payment companies: the business that entered it. */
  readonly made_by_id?: string | null
}

/** An onboarded business: the reviews of onboarding come before this call, not in it. */
export async function insertBusiness(to: Writing, b: NewBusiness): Promise<{ id: string; human_id: string }> {
  const { tx, clock } = to
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, prefixes[b.type])
  await tx.run(
    `insert into business.business (id, human_id, name, type, status, payment_type, payment_company_id, company_id,
       individual_id, base_currency_id, funding_model, provider_id, onboarded_at, created_at, updated_at, made_by_id)
     values ($1, $2, $3, $4, 'onboarded', $5, $6, $7, $8, $9, $10, $11, $12, $12, $12, $13)`,
    [
      id,
      human_id,
      b.name,
      b.type,
      b.payment_type ?? null,
      b.payment_company_id ?? null,
      b.company_id ?? null,
      b.individual_id ?? null,
      b.base_currency_id,
      b.funding_model ?? null,
      b.provider_id,
      clock.now(),
      b.made_by_id ?? null,
    ],
  )
  return { id, human_id }
}

type NewService = {
  readonly type:
    | 'client-agency'
    | 'contractor-agency'
    | 'agency-provider'
    | 'agency-funder'
    | 'funder-provider'
    | 'contractor-company'
  readonly from_business_id: string
  readonly to_business_id: string
  readonly provider_id: string
  readonly agency_id?: string | null
  readonly currency_id?: string | null
  readonly temp_payment_terms?: number | null
  readonly perm_payment_terms?: number | null
  readonly reference?: string | null
  readonly self_billing_from?: string | null
  readonly self_billing_to?: string | null
  readonly conduct_regs_opt_out?: boolean
}

/** The link of two businesses. @throws invalid on `to_business_id` when they are linked already */
export async function insertService({ tx, clock }: Writing, s: NewService): Promise<string> {
  const id = newUuid(clock)
  const made = await tx.run(
    `insert into business.service (id, type, from_business_id, to_business_id, provider_id, agency_id, compliance_status,
       onboarding_date, currency_id, temp_payment_terms, perm_payment_terms, reference, self_billing_from, self_billing_to,
       conduct_regs_opt_out, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'compliant', $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
     on conflict (type, from_business_id, to_business_id) do nothing`,
    [
      id,
      s.type,
      s.from_business_id,
      s.to_business_id,
      s.provider_id,
      s.agency_id ?? null,
      clock.today(),
      s.currency_id ?? null,
      s.temp_payment_terms ?? null,
      s.perm_payment_terms ?? null,
      s.reference ?? null,
      s.self_billing_from ?? null,
      s.self_billing_to ?? null,
      s.conduct_regs_opt_out ?? false,
      clock.now(),
    ],
  )
  if (made === 0) throw invalid({ to_business_id: validationText.unique_existing })
  return id
}

/** A person of a business; the one account of their e-mail address serves all their businesses. */
export async function insertContact(
  to: Writing,
  business_id: string,
  c: ContactInput,
): Promise<{ id: string; user_id: string | null }> {
  const { tx, clock } = to
  const user_id = c.can_sign_in ? await userOf(to, c) : null
  const id = newUuid(clock)
  const made = await tx.run(
    `insert into business.business_contact (id, business_id, user_id, first_name, last_name, email, contact_phone, roles, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (business_id, email) where deleted_at is null do nothing`,
    [
      id,
      business_id,
      user_id,
      c.first_name,
      c.last_name,
      c.email,
      c.contact_phone ?? null,
      c.roles,
      clock.now(),
    ],
  )
  if (made === 0) throw invalid({ email: validationText.unique_email })
  return { id, user_id }
}

/** The account of an address, made if missing. */
export async function userOf({ tx, clock }: Writing, c: Omit<ContactInput, 'can_sign_in'>): Promise<string> {
  const id = newUuid(clock)
  await tx.run(
    `insert into auth."user" (id, name, email) values ($1, $2, $3) on conflict (email) do nothing`,
    [id, `${c.first_name} ${c.last_name}`, c.email],
  )
  await tx.run(
    `insert into platform."user" (id, email, first_name, last_name, contact_phone, is_confirmed, created_at, updated_at)
     select id, email, $2, $3, $4, true, $5, $5 from auth."user" where email = $1
     on conflict (id) do nothing`,
    [c.email, c.first_name, c.last_name, c.contact_phone ?? null, clock.now()],
  )
  const user = await tx.row<{ id: string }>('select id from auth."user" where email = $1', [c.email])
  return user?.id ?? id
}
