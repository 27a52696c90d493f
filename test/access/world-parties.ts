/** Businesses of the world, who works with whom, their people, accounts, limits and settings. */
import { businessId, emailOf, gbp, providerOf, typeOf, uid, userOf, type World } from './world.ts'

const businesses = [
  ...['P1', 'P2', 'F1', 'F2', 'F3', 'A1', 'A2', 'A3'],
  ...['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L9'],
  ...['M1', 'U1', 'S1', 'S2', 'Y1', 'Y2', 'K1', 'K2', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6'],
  ...['M2', 'M3', 'M4', 'U2', 'U3', 'U4', 'S3', 'S4', 'Y3', 'Y4', 'Y5'],
]

/** Payees that agencies verified under the Construction Industry Scheme. */
const verified = [
  ['M1', 'A1'],
  ['S1', 'A1'],
  ['U1', 'A2'],
  ['U1', 'A3'],
] as const

/** L9 is deleted; L6 has no service with anyone. */
const deleted = '2026-01-01T00:00:00Z'

const paidThrough: Readonly<Record<string, [type: string, company: string | null]>> = {
  C1: ['limited', 'M1'],
  C2: ['umbrella', 'U1'],
  C3: ['paye', null],
  C4: ['selfemployed', 'S1'],
  C5: ['umbrella', 'U1'],
  C6: ['limited', 'Y1'],
}

function putPeople(world: World, business: string): void {
  world.put('auth.user', business, {
    id: userOf(business),
    name: `User of ${business}`,
    email: emailOf(business),
  })
  world.put('platform.user', business, {
    id: userOf(business),
    email: emailOf(business),
    first_name: 'User',
    last_name: business,
    preferences: { theme: 'dark' },
  })
}

function putBusiness(world: World, business: string): void {
  const isPerson = typeOf(business) === 'contractor'
  // Some contractors have a company of their own besides.
  const hasCompany = !isPerson || /^C[134]$/.test(business)
  const address_id = world.put('business.address', business, { line_1: `${business} Street 1` })
  const company_id = !hasCompany
    ? null
    : world.put('business.company', business, {
        name: `${business} Ltd`,
        brn: `BRN${business}`,
        utr: `UTR${business}`,
        address_id,
        deleted_at: business === 'L9' ? deleted : null,
      })
  const individual_id = isPerson
    ? world.put('business.individual', business, {
        first_name: business,
        last_name: 'Person',
        date_of_birth: '1990-01-01',
        ni_number: `NI${business}`,
        address_id: world.put('business.address', `home of ${business}`, { line_1: `${business} Home` }),
      })
    : null
  const [payment_type, company] = paidThrough[business] ?? [null, null]
  world.put('business.business', business, {
    human_id: `HID-${business}`,
    name: `Business ${business}`,
    type: typeOf(business),
    status: business === 'L5' ? 'draft' : 'onboarded',
    provider_id: business.startsWith('P') ? null : businessId(providerOf(business)),
    company_id,
    individual_id,
    payment_type,
    payment_company_id: businessId(company),
    funding_model: typeOf(business) === 'agency' ? 'direct' : null,
    deleted_at: business === 'L9' ? deleted : null,
  })
}

const services: readonly (readonly [
  type: string,
  from: string,
  to: string,
  agency: string | null,
  state?: string,
])[] = [
  // Links that name no agency, of an agency and of a provider.
  ['client-agency', 'L6', 'A2', null],
  ['agency-provider', 'A2', 'P2', null],
  ['funder-provider', 'F1', 'P2', null],
  ['client-agency', 'L1', 'A1', 'A1'],
  ['client-agency', 'L1', 'A2', 'A2'],
  ['client-agency', 'L2', 'A1', 'A1'],
  ['client-agency', 'L3', 'A2', 'A2'],
  ['client-agency', 'L4', 'A3', 'A3'],
  ['client-agency', 'L5', 'A1', 'A1'],
  ['client-agency', 'L9', 'A1', 'A1'],
  // Links that are gone: one deleted, one only called so.
  ['client-agency', 'L3', 'A1', 'A1', 'gone'],
  ['client-agency', 'L4', 'A1', 'A1', 'called deleted'],
  ['contractor-agency', 'C1', 'A1', 'A1'],
  ['contractor-agency', 'C2', 'A2', 'A2'],
  ['contractor-agency', 'C3', 'A1', 'A1'],
  ['contractor-agency', 'C4', 'A3', 'A3'],
  ['contractor-agency', 'C5', 'A1', 'A1'],
  ['contractor-agency', 'C5', 'A2', 'A2'],
  ['contractor-agency', 'C6', 'A2', 'A2'],
  ['contractor-agency', 'C2', 'A1', 'A1', 'gone'],
  ['agency-provider', 'A1', 'P1', 'A1'],
  ['agency-provider', 'A2', 'P1', 'A2'],
  ['agency-provider', 'A3', 'P2', 'A3'],
  ['agency-funder', 'A1', 'F1', 'A1'],
  ['agency-funder', 'A2', 'F1', 'A2'],
  ['agency-funder', 'A2', 'F2', 'A2'],
  ['agency-funder', 'A3', 'F3', 'A3'],
  ['agency-funder', 'A1', 'F2', 'A1', 'gone'],
  ['funder-provider', 'F1', 'P1', null],
  ['funder-provider', 'F2', 'P1', null],
  ['funder-provider', 'F3', 'P2', null],
  ['contractor-company', 'C1', 'M1', 'A1'],
  ['contractor-company', 'C2', 'U1', 'A2'],
  ['contractor-company', 'C5', 'U1', null],
  ['contractor-company', 'C4', 'S1', 'A3'],
  ['contractor-company', 'C6', 'Y1', 'A2'],
  ['contractor-company', 'C4', 'Y2', 'A3'],
  ['contractor-company', 'C1', 'S1', 'A1', 'gone'],
  // Of each kind a company that A1 sees by this link alone.
  ...(['M3', 'U2', 'S3', 'Y3'] as const).map((to) => ['contractor-company', 'C3', to, 'A1'] as const),
  // Pay C5 for the work of A2 alone: A1 does not see them.
  ...(['M2', 'U4', 'S2', 'Y5'] as const).map(
    (to) => ['contractor-company', 'C5', to, 'A2', 'further'] as const,
  ),
]

function putServices(world: World): void {
  for (const [type, from, to, agency, state] of services) {
    world.put('business.service', `${type} ${from}-${to}`, {
      type,
      from_business_id: businessId(from),
      to_business_id: businessId(to),
      provider_id: businessId(providerOf(from)),
      agency_id: businessId(agency),
      is_of_further_payee: state === 'further',
      status: state === 'called deleted' ? 'deleted' : 'active',
      reference: `${from}-${to}`,
      deleted_at: state === 'gone' ? deleted : null,
    })
  }
}

/** Drafts of an agency, of another, and of a provider for an agency; one of them is gone. */
function putDrafts(world: World): void {
  for (const [business, party, state] of [
    ['A1', null, ''],
    ['A1', 'L5', ''],
    ['A1', null, 'gone'],
    ['A2', null, ''],
    ['P1', null, ''],
    ['L1', null, ''],
    ['F1', null, ''],
  ] as const)
    world.put('request.draft_request', `${business} ${party ?? ''}${state}`, {
      entity: 'client',
      entity_id: businessId(party),
      title: `Draft of ${business}`,
      status: 'draft',
      requested_data: { name: 'Typed' },
      version: 1,
      business_id: businessId(business),
      agency_id: businessId('A1'),
      created_by: userOf(business),
      created_at: '2026-01-05T00:00:00Z',
      updated_at: '2026-01-05T00:00:00Z',
      deleted_at: state === 'gone' ? deleted : null,
    })
}

function putContacts(world: World, business: string): void {
  const contact = (name: string, row: object) =>
    world.put('business.business_contact', `${business}${name}`, {
      business_id: businessId(business),
      first_name: `Contact${name}`,
      last_name: business,
      roles: [],
      ...row,
    })
  contact('', { user_id: userOf(business), email: emailOf(business), joined_at: '2026-01-01T00:00:00Z' })
  contact(' other', { email: `other.${emailOf(business)}` })
  contact(' deleted', { email: `deleted.${emailOf(business)}`, deleted_at: deleted })
}

function putAccounts(world: World, business: string): void {
  const account = (name: string, row: object) =>
    world.put('business.bank_account', `${business}${name}`, {
      business_id: businessId(business),
      bank_name: 'Bank',
      account_holder_name: business,
      account_number: '12345678',
      sort_code: '112233',
      currency_id: gbp,
      ...row,
    })
  account('', {})
  account(' pending', { status: 'pending' })
  account(' deleted', { status: 'retired', deleted_at: deleted })
}

const limits: readonly [client: string, limiter: string, agency: string | null][] = [
  ['L1', 'F1', null],
  ['L1', 'F1', 'A1'],
  ['L1', 'F2', 'A2'],
  ['L1', 'P1', 'A2'],
  ['L2', 'P1', 'A1'],
  ['L3', 'F1', null],
  ['L4', 'F3', null],
  ['L4', 'P2', 'A3'],
  // A limiter that does not operate the platform for the client.
  ['L4', 'P1', null],
]

const carriers = [
  ['P1', 'P1'],
  ['F1', 'P1'],
  ['F3', 'P2'],
  ['P2', 'P2'],
] as const

function putFundingRules(world: World): void {
  for (const [principal, provider] of carriers) {
    for (const state of ['', ' deleted']) {
      world.put('business.funding_rule', `${principal}${state}`, {
        principal_id: businessId(principal),
        provider_id: businessId(provider),
        age_days: 120,
        age_basis: 'raised_date',
        part_paid_days: 0,
        effective_from: state ? '2025-06-01' : '2025-01-01',
        deleted_at: state ? deleted : null,
      })
      for (const agency of ['A1', 'A3']) {
        world.put('business.funding_retention', `${principal} ${agency}${state}`, {
          principal_id: businessId(principal),
          provider_id: businessId(provider),
          agency_id: businessId(agency),
          currency_id: gbp,
          amount: '500.00',
          reason: 'A new agency',
          effective_from: state ? '2025-06-01' : '2025-01-01',
          deleted_at: state ? deleted : null,
        })
        world.put('business.funding_overadvance', `${principal} ${agency}${state}`, {
          principal_id: businessId(principal),
          provider_id: businessId(provider),
          agency_id: businessId(agency),
          currency_id: gbp,
          amount: '500.00',
          reason: 'Its client pays on Friday',
          approved_by: 'a user',
          effective_from: '2025-06-01',
          effective_to: '2025-06-10',
          deleted_at: state ? deleted : null,
        })
      }
    }
  }
}

function putLimits(world: World): void {
  for (const [client, limiter, agency] of limits) {
    for (const state of ['', ' deleted']) {
      world.put('business.credit_limit', `${client} ${limiter} ${agency}${state}`, {
        client_id: businessId(client),
        limiter_id: businessId(limiter),
        agency_id: businessId(agency),
        currency_id: gbp,
        amount: '1000.00',
        effective_from: '2025-01-01',
        deleted_at: state ? deleted : null,
      })
    }
  }
}

function putSizes(world: World): void {
  for (const client of new Set(limits.map(([name]) => name)))
    for (const [after, state] of ['', ' deleted'].entries())
      world.put('business.client_size', `${client}${state}`, {
        client_id: businessId(client),
        tax_year: 2025 + after,
        size: 'small',
        stated_by: `Owner of ${client}`,
        stated_on: '2025-06-01',
        provider_id: businessId(providerOf(client)),
        deleted_at: state ? deleted : null,
      })
}

function putVerifications(world: World): void {
  for (const [payee, agency] of verified)
    for (const [after, state] of ['', ' deleted'].entries())
      world.put('business.cis_verification', `${payee} ${agency}${state}`, {
        business_id: businessId(payee),
        agency_id: businessId(agency),
        verification_number: 'V1234567890',
        verified_on: '2025-06-01',
        result: 'gross_payment',
        round: after + 1,
        created_by: userOf(agency),
        provider_id: businessId(providerOf(agency)),
        deleted_at: state ? deleted : null,
      })
}

function putSettings(world: World, business: string): void {
  world.put('business.business_feature', business, {
    business_id: businessId(business),
    feature_code: 'perm_placement',
  })
  const agency = typeOf(business) === 'agency' ? business : null
  for (const state of ['', ' deleted', ' of the agency', ' of no agency']) {
    world.put('config.configuration', `${business}${state}`, {
      business_id: state === ' of the agency' && agency ? businessId('L6') : businessId(business),
      agency_id: state === ' of no agency' ? null : businessId(agency),
      type: 'setting',
      value_text: business,
      deleted_at: state === ' deleted' ? deleted : null,
    })
  }
}

export function putParties(world: World): void {
  for (const business of businesses) putPeople(world, business)
  for (const business of businesses) putBusiness(world, business)
  // Company data outlives a deleted company row of its own: an address that nobody's business has.
  world.put('business.address', 'of nobody', { line_1: 'Nowhere 1' })
  putServices(world)
  putDrafts(world)
  for (const business of businesses) putContacts(world, business)
  for (const business of businesses) putAccounts(world, business)
  putSizes(world)
  putVerifications(world)
  putLimits(world)
  putFundingRules(world)
  for (const business of businesses) putSettings(world, business)
}

/** The contact that a deal's placements name as consultant. */
export const consultantOf = (agency: string): string => uid(`business.business_contact ${agency} other`)

export const worldBusinesses: readonly string[] = businesses
