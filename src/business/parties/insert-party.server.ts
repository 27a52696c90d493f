/** Inserts rows of this room; the calling verbs decide access. */

import type { NewRow } from '#entity/new-row.ts'
import type { Clock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import type { HumanIdPrefix, IssuedPrefix } from '#kernel/human-id.ts'
import { birthFault } from '#kernel/identifier.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import type { FundingModel } from '../shared/invoice-types.rules.ts'
import { business } from './business.entity.ts'
import { business_contact } from './business-contact.entity.ts'
import {
  address as address_entity,
  company as company_entity,
  individual,
  no_register_check,
  no_vat_check,
  no_vat_evidence,
} from './company.entity.ts'
import { followService } from './compliance/compliance-status.server.ts'
import type { LegalForm } from './legal-form.rules.ts'
import {
  type AddressInput,
  type CompanyInput,
  type ContactInput,
  eachCompanyText,
  type IndividualInput,
} from './party-input.server.ts'
import { service } from './service.entity.ts'

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
  | 'creditor'

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
  creditor: 'CDT',
}

/** The id of a currency in use. @throws invalid on `currency` */
export async function currencyId({ tx }: Writing, alpha_code: string): Promise<string> {
  const found = await tx.row<{ id: string; name: string; is_active: boolean }>(
    'select id, name, is_active from platform.currency where alpha_code = $1 and deleted_at is null',
    [alpha_code],
  )
  if (!found) throw invalid({ currency: validationText.matches })
  if (!found.is_active) throw invalid({ currency: `${found.name} is switched off` })
  return found.id
}

/** @returns its id */
export async function insertAddress({ tx, clock }: Writing, address: AddressInput): Promise<string> {
  const id = newUuid(clock)
  await insertRow(tx, address_entity, {
    id,
    line_1: address.line_1,
    line_2: address.line_2 ?? null,
    line_3: address.line_3 ?? null,
    line_4: address.line_4 ?? null,
    city: address.city ?? null,
    state: address.state ?? null,
    country: address.country,
    country_code: address.country_code,
    zipcode: address.zipcode ?? null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return id
}

/** Facts that only the company of a client has. */
export type ClientCompany = {
  readonly email_domains?: readonly string[] | undefined
  readonly legal_form?: LegalForm | null | undefined
}

/** @throws invalid on `brn` when another company has this registration number (spec §8) */
export async function insertCompany(
  to: Writing,
  company: CompanyInput,
  { email_domains = [], legal_form = null }: ClientCompany = {},
): Promise<string> {
  const { tx, clock } = to
  const address_id = await insertAddress(to, company.address)
  const id = newUuid(clock)
  const made = await insertRow(
    tx,
    company_entity,
    {
      id,
      name: company.name,
      brn: company.brn ?? null,
      legal_form,
      is_vat_registered: company.is_vat_registered,
      vat_registration_no: company.vat_registration_no ?? null,
      utr: company.utr ?? null,
      email: company.email ?? null,
      ...eachCompanyText((name) => company[name] ?? null),
      industries: company.industries,
      email_domains,
      are_domains_confirmed: false,
      address_id,
      logo_attachment_id: null,
      ...no_vat_evidence,
      ...no_vat_check,
      ...no_register_check,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (brn) where deleted_at is null and brn is not null do nothing',
  )
  if (made === 0) throw invalid({ brn: errorText.registration_number_exists })
  return id
}

/** @throws invalid on `utr` when another person has this tax reference (spec §5), and for an age that no worker has */
export async function insertIndividual(to: Writing, person: IndividualInput): Promise<string> {
  const { tx, clock } = to
  const born = person.date_of_birth
  const fault = born === undefined ? null : birthFault(day(born), clock.today())
  if (fault !== null) throw invalid({ 'individual.date_of_birth': fault })
  const address_id = person.address ? await insertAddress(to, person.address) : null
  const id = newUuid(clock)
  const made = await insertRow(
    tx,
    individual,
    {
      id,
      first_name: person.first_name,
      last_name: person.last_name,
      date_of_birth: person.date_of_birth ?? null,
      ni_number: person.ni_number ?? null,
      utr: person.utr ?? null,
      address_id,
      gender: person.gender ?? null,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (utr) where deleted_at is null and utr is not null do nothing',
  )
  if (made === 0) throw invalid({ utr: validationText.unique_existing })
  return id
}

export type NewBusiness = {
  readonly type: BusinessType
  readonly name: string
  readonly provider_id: string | null
  readonly company_id?: string | null
  readonly individual_id?: string | null
  readonly base_currency_id: string
  readonly funding_model?: NewRow<typeof business>['funding_model']
  readonly funding_models?: readonly FundingModel[]
  readonly payment_type?: NewRow<typeof business>['payment_type']
  readonly payment_company_id?: string | null
  /** Providers: the first day on which money is dated. */
  readonly books_begin?: string
  /** Payment companies: the business that entered it. */
  readonly made_by_id?: string | null
  /** Absent: in force at once. */
  readonly submitted?: Submitted | null
}

/** The person who asks for the approval of a new party. */
export type Submitted = {
  /** Null: the party itself, by its link. */
  readonly submitted_by: string | null
  /** The person behind an impersonation. */
  readonly submitted_as: string | null
}

/** A business in force, or one that waits for its approval. */
export async function insertBusiness(to: Writing, b: NewBusiness): Promise<{ id: string; human_id: string }> {
  const { tx, clock } = to
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, prefixes[b.type])
  await insertRow(tx, business, {
    id,
    human_id,
    name: b.name,
    type: b.type,
    status: b.submitted ? 'submitted' : 'onboarded',
    payment_type: b.payment_type ?? null,
    payment_company_id: b.payment_company_id ?? null,
    company_id: b.company_id ?? null,
    individual_id: b.individual_id ?? null,
    base_currency_id: b.base_currency_id,
    funding_model: b.funding_model ?? null,
    funding_models: b.funding_models ?? null,
    professional_indemnity_sum: null,
    public_liability_sum: null,
    provider_id: b.provider_id,
    onboarded_at: b.submitted ? null : clock.now(),
    submitted_by: b.submitted?.submitted_by ?? null,
    submitted_as: b.submitted?.submitted_as ?? null,
    status_at: clock.now(),
    status_comment: null,
    second_factor_from: null,
    product: null,
    created_at: clock.now(),
    updated_at: clock.now(),
    made_by_id: b.made_by_id ?? null,
    books_begin: b.books_begin ?? null,
  })
  return { id, human_id }
}

export type NewService = {
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
  /** Of a company: it pays the contractor for the work of this agency alone. */
  readonly is_of_further_payee?: boolean
  readonly currency_id?: string | null
  readonly temp_payment_terms?: number | null
  readonly perm_payment_terms?: number | null
  readonly reference?: string | null
  readonly self_billing_from?: string | null
  readonly self_billing_to?: string | null
  readonly conduct_regs_opt_out?: boolean
  /** Until the party is onboarded. */
  readonly is_draft?: boolean
}

/** The link of two businesses. @throws invalid on `to_business_id` when they are linked already */
export async function insertService({ tx, clock }: Writing, s: NewService): Promise<string> {
  const id = newUuid(clock)
  const made = await insertRow(
    tx,
    service,
    {
      id,
      type: s.type,
      from_business_id: s.from_business_id,
      to_business_id: s.to_business_id,
      provider_id: s.provider_id,
      agency_id: s.agency_id ?? null,
      is_of_further_payee: s.is_of_further_payee ?? false,
      status: s.is_draft ? 'draft' : 'active',
      compliance_status: 'compliant',
      onboarding_date: s.is_draft ? null : clock.today(),
      currency_id: s.currency_id ?? null,
      temp_payment_terms: s.temp_payment_terms ?? null,
      perm_payment_terms: s.perm_payment_terms ?? null,
      reference: s.reference ?? null,
      self_billing_from: s.self_billing_from ?? null,
      self_billing_to: s.self_billing_to ?? null,
      conduct_regs_opt_out: s.conduct_regs_opt_out ?? false,
      verification_status: s.type === 'client-agency' ? 'unverified' : null,
      verified_at: null,
      verified_by: null,
      verification_method: null,
      verified_with: null,
      verification_source: null,
      verified_line_by: null,
      consolidation_frequency: null,
      consolidation_by: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (type, from_business_id, to_business_id) do nothing',
  )
  if (made === 0) throw invalid({ to_business_id: validationText.unique_existing })
  await followService({ tx, clock }, id)
  return id
}

/**
 * A person of a business; the one account of their e-mail address serves all their businesses.
 * @param how joined_at is null for invited people, so that they agree first
 */
export async function insertContact(
  to: Writing,
  business_id: string,
  c: ContactInput,
  {
    joined_at = null,
    invites_on_approval = false,
    check_status = null,
  }: {
    readonly joined_at?: string | null
    readonly invites_on_approval?: boolean
    readonly check_status?: 'pending_check' | null
  } = {},
): Promise<{ id: string; user_id: string | null }> {
  const { tx, clock } = to
  const user_id = c.can_sign_in ? await userOf(to, c) : null
  const id = newUuid(clock)
  const made = await insertRow(
    tx,
    business_contact,
    {
      id,
      business_id,
      user_id,
      first_name: c.first_name,
      last_name: c.last_name,
      email: c.email,
      contact_phone: c.contact_phone ?? null,
      roles: c.roles,
      joined_at,
      invites_on_approval,
      check_status,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (business_id, email) where deleted_at is null do nothing',
  )
  if (made === 0) throw invalid({ email: validationText.duplicate_email })
  return { id, user_id }
}

/** The account of an address, made if missing. It is confirmed when its person first joins a business. */
export async function userOf({ tx, clock }: Writing, c: Omit<ContactInput, 'can_sign_in'>): Promise<string> {
  const id = newUuid(clock)
  await tx.run(
    `insert into auth."user" (id, name, email) values ($1, $2, $3) on conflict (email) do nothing`,
    [id, `${c.first_name} ${c.last_name}`, c.email],
  )
  await tx.run(
    `insert into platform."user" (id, email, first_name, last_name, contact_phone, created_at, updated_at)
     select id, email, $2, $3, $4, $5, $5 from auth."user" where email = $1
     on conflict (id) do update set deleted_at = null, first_name = excluded.first_name, last_name = excluded.last_name
       where platform."user".deleted_at is not null and not platform."user".is_confirmed`,
    [c.email, c.first_name, c.last_name, c.contact_phone ?? null, clock.now()],
  )
  const user = await tx.row<{ id: string }>('select id from auth."user" where email = $1', [c.email])
  return user?.id ?? id
}
