/** Examples of verbs about changes of a placement. */
import type { Viewer } from '#entity/access.ts'
import { addDays } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import { act, seedClient, seedContact, seedContractor } from '../fixtures/world.ts'
import { admin, again, type Example, type Input, provider, type Stage } from './example-parts.ts'

let titles = 0
const comment = 'Agreed on the telephone'

async function change(stage: Stage): Promise<Input> {
  const { id: contract_id, group_id } = await again(stage)
  return {
    contract_id,
    comment,
    title: `Title ${++titles}`,
    effective_from: '2025-07-01',
    rates: [{ group_id, client_rate: '27.00' }],
  }
}

const asked = async (stage: Stage): Promise<{ id: string; contract_id: unknown }> => {
  const input = await change(stage)
  const { id } = await act<{ id: string }>(stage, admin(stage), 'request.change_request.create', input)
  return { id, contract_id: input.contract_id }
}
async function paidOtherwise(stage: Stage): Promise<Input> {
  const [contractor, other] = [
    await seedContractor(stage, stage.agency),
    await seedContractor(stage, stage.agency),
  ]
  return {
    contractor_id: contractor.id,
    payment_type: 'limited',
    payment_company_id: other.payment_company_id,
    effective_from: '2025-07-01',
  }
}
async function furtherPayee(stage: Stage): Promise<Input> {
  return { ...(await paidOtherwise(stage)), agency_id: stage.agency.id }
}

/** A further payee that contractor and provider have approved. */
async function addedPayee(stage: Stage): Promise<Input> {
  const { contractor_id, ...input } = await furtherPayee(stage)
  const { id } = await act<{ id: string }>(stage, admin(stage), 'business.contractor.add_payee', {
    contractor_id,
    ...input,
    comment,
  })
  const worker = await seedContact(stage, admin(stage), String(contractor_id), 'Carla', 'contractor')
  for (const by of [worker, stage.agency.provider.approver])
    await act(stage, by, 'request.change_request.approve', { ids: [id] })
  const { rows } = await stage.database.app.query<{ id: string }>(
    'select id from business.contractor_payee where contractor_id = $1',
    [contractor_id],
  )
  return { id: rows[0]?.id, comment }
}

// The change is of a client rate, which only an invoice contact reads.
const cost_reader = (stage: Stage): Viewer => stage.placed.client.invoice_contact
const deciding = ['agency', 'client', 'contractor', 'provider'] as const
const asking = ['agency', 'provider'] as const
const revising = ['agency', 'client', 'contractor', 'provider'] as const

/** A role of the agency that waits for its other administrators. */
async function askedRole(stage: Stage, asked_by: string): Promise<string> {
  const id = newUuid(stage.clock)
  const contact = await seedContact(stage, admin(stage), stage.agency.id, 'Ivo', 'agency_user')
  await stage.database.app.query(
    `insert into request.role_change (id, status, kind, business_id, provider_id, business_contact_id, user_id, name, email,
       roles, reactivates, invites, asked_by, asked_by_name, expires_at, created_at, updated_at)
     select $1, 'pending', 'roles', $2, $3, c.id, c.user_id, c.name, c.email, '{agency_admin}', false, false, $5, 'Somebody',
       $6::timestamptz + interval '7 days', $6, $6
     from business.business_contact c where c.id = $4`,
    [id, stage.agency.id, stage.agency.provider.id, contact.business_contact_id, asked_by, stage.clock.now()],
  )
  return id
}
const role_deciders = ['agency', 'funder', 'provider'] as const

export const change_examples: Readonly<Record<string, Example>> = {
  'contract.temp_placement.ask_end': {
    by: (stage) => stage.placed.client.manager,
    categories: ['client'],
    input: async (stage) => ({
      id: (await again(stage)).id,
      end_date: addDays(stage.clock.today(), 7),
      comment: 'Nobody is needed after that day',
    }),
  },
  'request.change_request.create': { by: admin, categories: asking, input: change },
  'request.change_request.create_for_party': {
    by: admin,
    categories: ['agency', 'client', 'contractor', 'provider'],
    input: async (stage) => ({
      business_id: (await seedClient(stage, stage.agency, { is_unproven: true })).id,
      comment,
      name: `Client ${++titles}`,
    }),
  },
  'request.change_request.create_for_company': {
    by: admin,
    categories: ['agency', 'contractor'],
    input: async (stage) => ({
      contractor_id: (await seedContractor(stage, stage.agency)).id,
      comment,
      name: `Company ${++titles}`,
      brn: String(30_000_000 + titles),
      line_1: '1 Mill Lane',
    }),
  },
  'business.contractor.change_payment': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    input: async (stage) => ({ ...(await paidOtherwise(stage)), comment }),
  },
  'business.contractor.preview_payment': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: paidOtherwise,
  },
  'business.contractor.add_payee': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    input: async (stage) => ({ ...(await furtherPayee(stage)), comment }),
  },
  'business.contractor.end_payee': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    input: addedPayee,
  },
  'request.change_request.read_party': {
    by: admin,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ business_id: stage.placed.client.id }),
  },
  'request.change_request.compare': {
    by: admin,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: (await asked(stage)).id }),
  },
  'request.change_request.approve': {
    by: cost_reader,
    categories: deciding,
    input: async (stage) => ({ ids: [(await asked(stage)).id], comment }),
  },
  'request.change_request.reject': {
    by: cost_reader,
    categories: deciding,
    input: async (stage) => ({ ids: [(await asked(stage)).id], comment }),
  },
  'request.change_request.cancel': {
    by: admin,
    categories: revising,
    input: async (stage) => ({ ids: [(await asked(stage)).id], comment }),
  },
  'request.role_change.approve': {
    by: admin,
    categories: role_deciders,
    input: async (stage) => ({ id: await askedRole(stage, provider(stage).user_id) }),
  },
  'request.role_change.reject': {
    by: admin,
    categories: role_deciders,
    input: async (stage) => ({ id: await askedRole(stage, provider(stage).user_id), comment }),
  },
  'request.role_change.withdraw': {
    by: admin,
    categories: role_deciders,
    input: async (stage, viewer) => ({ id: await askedRole(stage, viewer.user_id), comment }),
  },
  'request.change_request.refresh': {
    by: admin,
    categories: revising,
    input: async (stage) => {
      const { id, contract_id } = await asked(stage)
      // Somebody changed the placement meanwhile.
      await stage.database.app.query(`update contract.contract set title = 'Moved' where id = $1`, [
        contract_id,
      ])
      return { id }
    },
  },
}
