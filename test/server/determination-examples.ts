/** Examples of verbs about status determination statements. */
import type { Viewer } from '#entity/access.ts'
import { newUuid } from '#kernel/uuid.ts'
import { act, seedClient, seedContractor } from '../fixtures/world.ts'
import { admin, again, type Example, type Stage, worker } from './example-parts.ts'

const statement = {
  decision: 'outside',
  reasons: 'The worker decides how the work is done, and may send another',
  determined_by: 'Ada Byron',
  determined_on: '2025-06-02',
} as const

const newStatement = async (stage: Stage) => ({ contract_id: (await again(stage)).id, ...statement })

/** One with its file, as an upload leaves it. */
export async function addedStatement(
  stage: Pick<Stage, 'database' | 'agency' | 'clock'> & Parameters<typeof act>[0],
  by: Viewer,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { id } = await act<{ id: string }>(stage, by, 'contract.status_determination.add', {
    ...statement,
    ...input,
  })
  await stage.database.app.query(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'contract.status_determination', $3, 'statement.pdf', 'files/s', 'application/pdf', 900, 'a', $4, $5, $2)`,
    [newUuid(stage.clock), stage.agency.id, id, by.user_id, stage.agency.provider.id],
  )
  return id
}

const added = async (stage: Stage) =>
  addedStatement(stage, stage.agency.user, { contract_id: (await again(stage)).id })

const verified = async (stage: Stage) => {
  const id = await added(stage)
  await act(stage, admin(stage), 'contract.status_determination.verify', { id })
  return id
}

const disputed = async (stage: Stage) => {
  const id = await verified(stage)
  await act(stage, worker(stage), 'contract.status_determination.disagree', {
    id,
    disagreement: 'I cannot send another',
  })
  return id
}

const checking = ['agency', 'provider'] as const

export const determination_examples: Readonly<Record<string, Example>> = {
  'contract.temp_placement.set_comparable_rate': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: (await again(stage)).id, awr_comparable_rate: '21.50' }),
  },
  'business.cis_verification.add': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      business_id: (await seedContractor(stage, stage.agency)).payment_company_id,
      agency_id: stage.agency.id,
      verification_number: 'V1234567890',
      verified_on: '2025-06-02',
      result: 'gross_payment',
    }),
  },
  'business.client.set_size': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => ({
      client_id: (await seedClient(stage, stage.agency)).id,
      tax_year: 2025,
      size: 'small',
      stated_by: 'Ada Byron',
      stated_on: '2025-06-02',
    }),
  },
  'contract.status_determination.add': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    input: newStatement,
  },
  'contract.status_determination.verify': {
    by: admin,
    categories: checking,
    input: async (stage) => ({ id: await added(stage) }),
  },
  'contract.status_determination.reject': {
    by: admin,
    categories: checking,
    input: async (stage) => ({ id: await added(stage), comment: 'It gives no reasons' }),
  },
  'contract.status_determination.disagree': {
    by: worker,
    categories: ['contractor'],
    input: async (stage) => ({ id: await verified(stage), disagreement: 'I cannot send another' }),
  },
  'contract.status_determination.answer': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => ({
      id: await disputed(stage),
      answer_outcome: 'upheld',
      answer: 'The contract says so',
    }),
  },
}
