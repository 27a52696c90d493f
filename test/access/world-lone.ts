/**
 * Businesses that hang on to others by one thread each: one service of the wrong type, one that is deleted, one
 * contract in one state. Whatever condition of a rule is dropped, one of them comes out.
 */
import { businessId, gbp, uid, type World } from './world.ts'
import { putInvitation } from './world-lists.ts'
import { contract_kinds } from './world-work.ts'

const deleted = '2026-01-01T00:00:00Z'

const kinds = [
  'agency',
  'client',
  'funder',
  'provider',
  'contractor',
  'limited',
  'umbrella',
  'selfemployed',
  'payer',
  'creditor',
] as const
type Kind = (typeof kinds)[number]

/** A business with all that is read through it: company, person, addresses, contact, invitation, account, limit. */
function putLoneBusiness(world: World, name: string, type: Kind): string {
  const isPerson = type === 'contractor'
  const address = (of: string) => world.put('business.address', `${of} ${name}`, { line_1: name })
  const company_id = world.put('business.company', name, { name, address_id: address('office of') })
  const individual_id = isPerson
    ? world.put('business.individual', name, {
        first_name: name,
        last_name: 'Lone',
        address_id: address('home of'),
      })
    : null
  const id = world.put('business.business', name, {
    human_id: `HID-${name}`,
    name,
    type,
    status: 'onboarded',
    company_id,
    individual_id,
    payment_type: isPerson ? 'paye' : null,
    funding_model: type === 'agency' ? 'direct' : null,
  })
  const business_contact_id = world.put('business.business_contact', name, {
    business_id: id,
    first_name: 'Contact of',
    last_name: name,
    email: `${uid(name)}@example.com`,
    roles: [],
  })
  putInvitation(world, name, { business_contact_id, business_id: id, state: 'sent' })
  world.put('business.bank_account', name, {
    business_id: id,
    bank_name: 'Bank',
    account_holder_name: name,
    account_number: '12345678',
    currency_id: gbp,
  })
  if (type === 'client') {
    world.put('business.credit_limit', name, {
      client_id: id,
      limiter_id: businessId('F3'),
      currency_id: gbp,
      amount: '1',
      effective_from: '2026-01-01',
    })
    world.put('business.client_size', name, {
      client_id: id,
      tax_year: 2026,
      size: 'small',
      stated_by: name,
      stated_on: '2026-04-06',
      provider_id: businessId('P2'),
    })
  }
  return id
}

type Link = { readonly type: string; readonly status?: string; readonly deleted_at?: string }

function putLink(world: World, from: string, to: string, link: Link): void {
  world.put('business.service', `${from}-${to} ${JSON.stringify(link)}`, {
    from_business_id: from,
    to_business_id: to,
    ...link,
  })
}

/** What is wrong with a link: it is of a type that means nothing here, only called deleted, or deleted. */
const faulty = (right: string | undefined, wrong: string): [string, Link][] => [
  ['wrong', { type: wrong }],
  ...(right
    ? ([
        ['called deleted', { type: right, status: 'deleted' }],
        ['gone', { type: right, deleted_at: deleted }],
      ] satisfies [string, Link][])
    : []),
]

/** By looker and direction: which link would open a business of the kind, and one that never does. */
const threads: readonly {
  looker: string
  isFrom: boolean
  wrong: string
  right: Partial<Record<Kind, string>>
}[] = [
  {
    looker: 'A1',
    isFrom: true,
    wrong: 'contractor-company',
    right: { client: 'client-agency', contractor: 'contractor-agency' },
  },
  { looker: 'A1', isFrom: false, wrong: 'contractor-company', right: { funder: 'agency-funder' } },
  { looker: 'L1', isFrom: true, wrong: 'agency-funder', right: {} },
  { looker: 'L1', isFrom: false, wrong: 'agency-funder', right: { agency: 'client-agency' } },
  { looker: 'C1', isFrom: true, wrong: 'agency-provider', right: {} },
  {
    looker: 'C1',
    isFrom: false,
    wrong: 'agency-provider',
    right: {
      agency: 'contractor-agency',
      limited: 'contractor-company',
      umbrella: 'contractor-company',
      selfemployed: 'contractor-company',
      payer: 'contractor-company',
    },
  },
  { looker: 'F1', isFrom: true, wrong: 'agency-provider', right: { agency: 'agency-funder' } },
  { looker: 'F1', isFrom: false, wrong: 'client-agency', right: {} },
]

function putThreads(world: World): void {
  for (const { looker, isFrom, wrong, right } of threads) {
    for (const kind of kinds) {
      for (const [fault, link] of faulty(right[kind], wrong)) {
        const name = `${kind} ${isFrom ? 'to' : 'of'} ${looker} ${fault}`
        const id = putLoneBusiness(world, name, kind)
        const other = uid(`business.business ${looker}`)
        if (isFrom) putLink(world, id, other, link)
        else putLink(world, other, id, link)
      }
    }
  }
}

/** Companies of contractors of A1: the first or the second link at fault. */
function putCompanies(world: World): void {
  const agency = uid('business.business A1')
  const good = { type: 'contractor-agency' }
  for (const kind of ['limited', 'umbrella', 'selfemployed', 'payer'] as const) {
    for (const [fault, link] of faulty('contractor-company', 'client-agency')) {
      const person = putLoneBusiness(world, `contractor of ${kind} ${fault}`, 'contractor')
      putLink(world, person, agency, good)
      putLink(world, person, putLoneBusiness(world, `${kind} by ${fault}`, kind), link)
    }
    for (const [fault, link] of faulty('contractor-agency', 'client-agency')) {
      const person = putLoneBusiness(world, `contractor ${fault} of ${kind}`, 'contractor')
      putLink(world, person, agency, link)
      const company = putLoneBusiness(world, `${kind} of contractor ${fault}`, kind)
      putLink(world, person, company, { type: 'contractor-company' })
    }
  }
}

/** For each kind and state of contract a contractor, a client and a consultant whom only this contract names. */
function putContracts(world: World): void {
  for (const { type, status, isDeleted } of contract_kinds) {
    const name = `${type} ${status}${isDeleted ? ' gone' : ''}`
    const contractor = putLoneBusiness(world, `contractor of ${name}`, 'contractor')
    const client = putLoneBusiness(world, `client of ${name}`, 'client')
    for (const [side, parties] of [
      ['contractor', { client_id: businessId('L1'), contractor_id: contractor }],
      ['client', { client_id: client, contractor_id: businessId('C1') }],
    ] as const) {
      const consultant = world.put('business.business_contact', `consultant of ${side} ${name}`, {
        business_id: businessId('A2'),
        first_name: 'Consultant',
        last_name: `${side} ${name}`,
        email: `${uid(`${side} ${name}`)}@example.com`,
        roles: [],
      })
      world.put('contract.contract', `lone ${side} ${name}`, {
        human_id: `LONE ${side} ${name}`,
        type,
        title: name,
        status,
        start_date: '2026-01-05',
        provider_id: businessId('P1'),
        agency_id: businessId('A2'),
        funder_id: businessId('F1'),
        ...parties,
        funding_type: 'funded',
        funding_model: 'direct',
        payment_company_id: businessId('U1'),
        currency_id: gbp,
        base_currency_id: gbp,
        timesheet_frequency: 'week',
        unit_type: 'hourly',
        candidate_name: 'Candidate',
        consultant_contact_id: consultant,
        deleted_at: isDeleted ? deleted : null,
      })
    }
  }
}

export function putLone(world: World): void {
  putThreads(world)
  putCompanies(world)
  putContracts(world)
}
