/** Provider, funders, agencies and clients of the demo world, with their people, accounts, fees and limits. */
import { installProvider } from '#business/parties/install-provider.server.ts'
import type { Day } from '#kernel/day.ts'
import { clients } from './cast-clients.ts'
import { umbrellas } from './cast-contractors.ts'
import { agencies, funders, provider } from './cast-finance.ts'
import type { CastAgency, CastClient, CastCompany, CastPerson } from './cast-types.ts'
import { makeAccount, payoutAccount } from './make-accounts.ts'
import { vatNumber } from './registers.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

type Made = { readonly id: string }

/** Every business before the first placement. `from` is the first day of trading. */
export async function makeBusinesses(world: World, from: Day): Promise<void> {
  await onStage(world, async (stage) => {
    await makeProvider(world, stage)
    for (const funder of funders) {
      const { id } = await stage.act<Made>(admin, 'business.funder.create', { company: companyOf(funder) })
      await stage.act('provider_approver', 'business.party.approve', { id })
      await settleIn(world, stage, funder, id, ['GBP', 'EUR'], 'trust')
    }
    for (const agency of agencies) await makeAgency(world, stage, agency, from)
    for (const umbrella of umbrellas) {
      const { id } = await stage.act<Made>('agency_admin', 'business.payment_company.create', {
        type: 'umbrella',
        company: companyOf(umbrella),
      })
      await settleIn(world, stage, umbrella, id, ['GBP'], 'payout')
    }
    for (const client of clients) await makeClient(world, stage, client, from)
  })
}

const admin = 'provider_admin'

export function emailOf(
  person: Pick<CastPerson, 'first_name' | 'last_name' | 'email'>,
  domain: string,
): string {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^a-zA-Z]/g, '')
      .toLowerCase()
  return person.email ?? `${plain(person.first_name)}.${plain(person.last_name)}@${domain}`
}

export function companyOf(cast: CastCompany) {
  const vat_registration_no = cast.vat_no === undefined ? cast.foreign_vat : vatNumber(cast.vat_no)
  return {
    name: cast.name,
    brn: cast.brn,
    is_vat_registered: vat_registration_no !== undefined,
    vat_registration_no,
    email: `accounts@${cast.domain}`,
    phone: cast.phone,
    website: `https://www.${cast.domain}`,
    industries: [...cast.industries],
    address: cast.address,
  }
}

async function makeProvider(world: World, stage: Stage): Promise<void> {
  const [first, ...others] = provider.people
  if (!first) throw new Error('the provider has a first person')
  const made = await installProvider(stage, {
    company: companyOf(provider),
    contact: { ...personOf(first), email: emailOf(first, provider.domain) },
  })
  world.contacts.set(first.key, made.contact_id)
  await settleIn(world, stage, { ...provider, people: others }, made.id, ['GBP', 'EUR'], 'trust')
  // Beside the trust account of its clients' money, as the set-up asks.
  await makeAccount(stage, admin, made.id, payoutAccount(`${provider.name} receipts`, 'GBP'), 'receipt')
}

const personOf = ({ first_name, last_name, roles }: CastPerson) => ({
  first_name,
  last_name,
  roles: [...roles],
})

/** A business's accounts and people. */
async function settleIn(
  world: World,
  stage: Stage,
  cast: CastCompany,
  id: string,
  currencies: readonly ('GBP' | 'EUR')[],
  purpose: 'trust' | 'payout' | null,
): Promise<void> {
  world.businesses.set(cast.key, id)
  for (const person of cast.people) {
    const made = await stage.act<Made>(admin, 'business.business_contact.create', {
      ...personOf(person),
      email: emailOf(person, cast.domain),
      business_id: id,
    })
    world.contacts.set(person.key, made.id)
  }
  for (const currency of purpose === null ? [] : currencies) {
    const account = await makeAccount(
      stage,
      admin,
      id,
      payoutAccount(cast.name, currency),
      purpose ?? 'payout',
    )
    if (purpose === 'trust') world.trust_accounts.set(`${cast.key} ${currency}`, account)
  }
}

/** Funders of the indirect agencies, with their fees. */
const financing = [
  ['harbourline', '2.2'],
  ['northgate', '2.6'],
] as const

const product_of = {
  direct: 'Pay and bill',
  agency_billed: 'Back office',
  indirect: 'Platform for funders',
} as const

async function makeAgency(world: World, stage: Stage, agency: CastAgency, from: Day): Promise<void> {
  const { id } = await stage.act<Made>(admin, 'business.agency.create', {
    company: companyOf(agency),
    funding_model: agency.funding_model,
  })
  await stage.act(admin, 'business.business.set_product', {
    business_id: id,
    product: product_of[agency.funding_model],
  })
  await stage.act('provider_approver', 'business.party.approve', { id })
  await settleIn(world, stage, agency, id, ['GBP', 'EUR'], 'payout')
  for (const feature_code of agency.features)
    await stage.act(admin, 'business.business_feature.set', { agency_id: id, feature_code, is_on: true })
  // One reference a scheme, as HMRC gives them.
  const no = 10 + world.businesses.size
  await stage.act(admin, 'business.paye_scheme.create', {
    business_id: id,
    employer_reference: `120/LB${no}047`,
    accounts_office_reference: `120PL000${no}047`,
    payment_frequency: 'monthly',
    levy_charge: 'per_timesheet',
  })
  const charge = (rule: Record<string, unknown>) =>
    stage.act(admin, 'contract.service_charge.create', {
      agency_id: id,
      type: 'percent',
      effective_from: from,
      ...rule,
    })
  if (agency.funding_model === 'direct') await charge({ value: '2.5' })
  if (agency.funding_model === 'agency_billed') {
    await charge({ value: '3.4', funding_type: 'funded' })
    await charge({ value: '3', funding_type: 'partly_funded' })
    await charge({ value: '1.5', funding_type: 'paid_when_paid' })
  }
  const financed = agency.funding_model === 'indirect' ? financing : []
  for (const [funder, value] of financed)
    await charge({ fee_type: 'funder_fee', funder_id: businessId(world, funder), value })
  if (agency.funding_model === 'indirect') await charge({ fee_type: 'platform_fee', value: '0.4' })
  for (const [funder] of financed)
    await stage.act(admin, 'business.service.link_funder', {
      agency_id: id,
      funder_id: businessId(world, funder),
    })
}

/** The provider calls the client back before anything of it is funded. */
function verify(world: World, stage: Stage, client_id: string, agency: string): Promise<unknown> {
  return stage.act('provider_operations', 'funding.client.verify', {
    client_id,
    agency_id: businessId(world, agency),
    method: 'call_back',
    verified_with: 'Accounts payable',
    source: 'Public register',
  })
}

async function makeClient(world: World, stage: Stage, client: CastClient, from: Day): Promise<void> {
  const [first, ...others] = client.agencies
  if (!first) throw new Error('a client has an agency')
  const { id } = await stage.act<Made>(admin, 'business.client.create', {
    agency_id: businessId(world, first.agency),
    company: companyOf(client),
    currency: client.currency,
    temp_payment_terms: first.terms,
    perm_payment_terms: 14,
    reference: first.reference,
  })
  if (client.foreign_vat !== undefined)
    await stage.act(admin, 'business.client.set_vat_evidence', {
      client_id: id,
      kind: 'vat_number',
      number: client.foreign_vat,
      checked_on: from,
    })
  await settleIn(world, stage, client, id, [], null)
  await verify(world, stage, id, first.agency)
  for (const { agency, terms, reference } of others) {
    await stage.act(admin, 'business.service.link_client', {
      client_id: id,
      agency_id: businessId(world, agency),
      temp_payment_terms: terms,
      reference,
    })
    await verify(world, stage, id, agency)
  }
  const limiters = client.funders ?? ['tideway']
  for (const limiter of limiters) {
    await stage.act(admin, 'business.credit_limit.set', {
      client_id: id,
      limiter_id: businessId(world, limiter),
      currency: client.currency,
      amount: client.credit_limit,
      effective_from: from,
      reference: `${first.reference}-LIMIT`,
    })
  }
}
