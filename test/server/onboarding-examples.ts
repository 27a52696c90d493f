/** Examples of verbs about the onboarding of parties. */
import type { Viewer } from '#entity/access.ts'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { workerInput } from '../fixtures/worker-input.ts'
import { act, companyInput, type SeededAgency, seedAgency, seedContractor } from '../fixtures/world.ts'
import {
  admin,
  checker,
  type Example,
  type Input,
  newPlacement,
  provider,
  type Stage,
  worker,
} from './example-parts.ts'
import { addedPaper } from './paper-examples.ts'

const client = (): Input => ({
  kind: 'client',
  legal_form: 'limited_company',
  company: companyInput('Client'),
  temp_payment_terms: 30,
})

/** A client that an agency's user sent for approval. */
export const submittedParty = (stage: Stage, by: Viewer = stage.agency.user, input: Input = client()) =>
  act<{ id: string; draft_id: string }>(stage, by, 'business.party.submit', input)

export async function keptDraft(stage: Stage, by: Viewer): Promise<Input> {
  const { id } = await act<{ id: string }>(stage, by, 'business.party.save_draft', {
    kind: 'client',
    version: 0,
    values: { name: 'Larch', brn: '12' },
  })
  return { id }
}

/** A client in force without placements. */
async function idleClient(stage: Stage): Promise<string> {
  const { kind: _, ...input } = client()
  const { id } = await act<{ id: string }>(stage, stage.agency.admin, 'business.client.create', input)
  return id
}

/** A company whose VAT certificate another person than its adder verified. */
export async function certifiedCompany(stage: Stage, business_id?: string): Promise<string> {
  const id = business_id ?? (await seedContractor(stage, stage.agency)).payment_company_id
  const certificate = await addedPaper(stage, stage.agency.user, {
    type: 'vat_certificate',
    service_id: undefined,
    method: undefined,
    valid_to: undefined,
    business_id: id,
  })
  await act(stage, stage.agency.provider.operations, 'platform.compliance.verify', { id: certificate })
  return id
}

let nth = 0

async function linkedDraft(stage: Stage, by: Viewer): Promise<Input> {
  const asked = { first_name: 'Ada', last_name: 'Byron', email: `ada${++nth}@example.org` }
  const { draft_id } = await act<{ draft_id: string }>(stage, by, 'business.party.send_link', asked)
  return { draft_id }
}

/** A link of another agency of the provider to the contractor of the stage. */
async function linkToWorker(stage: Stage, agency: SeededAgency, { email }: Pick<Viewer, 'email'>) {
  const asked = { first_name: 'Ada', last_name: 'Byron', email }
  const { draft_id } = await act<{ draft_id: string }>(stage, agency.user, 'business.party.send_link', asked)
  const { token, hash } = newLinkToken()
  await stage.database.owner.query('update auth.party_link set token_hash = $1 where draft_id = $2', [
    hash,
    draft_id,
  ])
  return { draft_id, token }
}

const offered = async (stage: Stage, viewer: Viewer): Promise<Input> => ({
  token: (await linkToWorker(stage, await seedAgency(stage, stage.agency.provider), viewer)).token,
})

/** A contractor of another agency has asked to work with the stage's. */
export async function askedToWork(stage: Stage): Promise<{ draft_id: string }> {
  const first = await seedAgency(stage, stage.agency.provider)
  const { viewer } = await seedContractor(stage, first)
  const { draft_id, token } = await linkToWorker(stage, stage.agency, viewer)
  await act(stage, viewer, 'business.party.work_with', { token, signature: 'Carla Worker' })
  return { draft_id }
}

const comment = 'Its number is of another company'
const sides = ['agency', 'provider'] as const

export const onboarding_examples: Readonly<Record<string, Example>> = {
  'business.party.save_draft': {
    by: admin,
    categories: sides,
    input: async () => ({
      kind: 'client',
      version: 0,
      values: { name: 'Larch', is_vat_registered: true },
    }),
  },
  'business.party.submit': { by: admin, categories: sides, input: async () => client() },
  'business.company.check_standing': {
    by: admin,
    categories: sides,
    input: async (stage) => ({ business_id: await idleClient(stage) }),
  },
  'business.company.check_vat': {
    by: admin,
    categories: sides,
    input: async (stage) => ({ business_id: await idleClient(stage) }),
  },
  'business.company.accept_vat_number': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      business_id: await certifiedCompany(stage),
      reason: 'HMRC is not up to date',
    }),
  },
  'business.party.withdraw': {
    by: admin,
    categories: sides,
    input: async (stage, viewer) => ({
      draft_id: (await submittedParty(stage, viewer)).draft_id,
      comment,
    }),
  },
  'business.party.correct': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => {
      const { id } = await submittedParty(stage, stage.agency.user, {
        kind: 'contractor',
        ...workerInput('Ada', 'Byron'),
        payment_type: 'paye',
      })
      const address = { line_1: '1 Mill Lane', city: 'York' }
      return { id, first_name: 'Ada', last_name: 'Lovelace', address }
    },
  },
  'business.party.approve': {
    by: provider,
    categories: sides,
    input: async (stage) => ({ id: (await submittedParty(stage)).id }),
  },
  'business.party.reject': {
    by: provider,
    categories: sides,
    input: async (stage) => ({ id: (await submittedParty(stage)).id, comment }),
  },
  'business.party.link_same': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => {
      const { kind: _, ...known } = client()
      const { id: same_as } = await act<{ id: string }>(
        stage,
        stage.agency.admin,
        'business.client.create',
        known,
      )
      const other = await seedAgency(stage, stage.agency.provider)
      const { id } = await submittedParty(stage, other.user, { ...client(), company: known.company })
      return { id, same_as }
    },
  },
  'business.party.onboard': {
    by: admin,
    categories: sides,
    input: async (stage) => {
      // A worker on payroll is in force once their account is confirmed.
      const { id } = await submittedParty(stage, stage.agency.user, {
        kind: 'contractor',
        ...workerInput('Ada', 'Byron'),
        payment_type: 'paye',
      })
      await act(stage, stage.agency.admin, 'business.party.approve', { id })
      await stage.database.app.query(
        `insert into business.bank_account (business_id, bank_name, account_holder_name, account_number, sort_code, currency_id, status)
         select id, 'Harbour Bank', name, '55779911', '001000', base_currency_id, 'confirmed' from business.business where id = $1`,
        [id],
      )
      return { id }
    },
  },
  'business.party.delete_draft': {
    by: admin,
    categories: sides,
    input: async (stage, viewer) => ({ draft_id: (await keptDraft(stage, viewer)).id }),
  },
  'business.party.find_alike': {
    by: admin,
    categories: sides,
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({ kind: 'client', name: 'Brightwater Ltd', zipcode: 'BS1 6QF' }),
  },
  'business.party.read': {
    by: admin,
    categories: sides,
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: stage.placed.client.id }),
  },
  'business.party.read_draft': {
    by: admin,
    categories: sides,
    reads: true,
    unaudited: 'it changes nothing',
    input: keptDraft,
  },
  'funding.risk_flag.read': {
    by: provider,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ entity: 'contract.temp_placement', entity_id: stage.placed.id }),
  },
  'funding.risk_flag.accept': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => {
      const long_day = { ...newPlacement(stage), standard_units: '13' }
      const { id } = await act<{ id: string }>(
        stage,
        admin(stage),
        'contract.temp_placement.create',
        long_day,
      )
      return {
        entity: 'contract.temp_placement',
        entity_id: id,
        rule: 'long_hours',
        facts: 'A standard day of 13 hours makes more than 60 hours a week',
        comment: 'Shifts at sea',
      }
    },
  },
  'business.party.deactivate': {
    by: provider,
    categories: sides,
    input: async (stage) => ({ id: await idleClient(stage), comment: 'Closed down' }),
  },
  'business.party.reactivate': {
    by: provider,
    categories: sides,
    input: async (stage) => {
      const asked = { id: await idleClient(stage), comment: 'Closed down' }
      await act(stage, provider(stage), 'business.party.deactivate', asked)
      return { ...asked, comment: 'Open again' }
    },
  },
  'business.party.send_link': {
    by: admin,
    categories: ['agency'],
    input: async () => ({ first_name: 'Ada', last_name: 'Byron', email: `ada${++nth}@example.org` }),
  },
  'business.party.read_offer': {
    by: worker,
    categories: ['contractor'],
    reads: true,
    unaudited: 'it changes nothing',
    input: offered,
  },
  'business.party.work_with': {
    by: worker,
    categories: ['contractor'],
    input: async (stage, viewer) => ({ ...(await offered(stage, viewer)), signature: 'Carla Worker' }),
  },
  'business.party.read_known': {
    by: admin,
    categories: ['agency'],
    reads: true,
    unaudited: 'it changes nothing',
    input: askedToWork,
  },
  'business.party.approve_known': { by: admin, categories: ['agency'], input: askedToWork },
  'business.party.decline_known': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({ ...(await askedToWork(stage)), comment }),
  },
  'business.party.stop_link': {
    by: admin,
    categories: ['agency'],
    input: linkedDraft,
  },
  'business.party.read_link': {
    by: admin,
    categories: ['agency'],
    reads: true,
    unaudited: 'it changes nothing',
    input: linkedDraft,
  },
}
