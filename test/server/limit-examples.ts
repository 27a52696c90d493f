/** Examples of verbs about credit limits. */
import { act, seedClient } from '../fixtures/world.ts'
import { admin, type Example, type Input, provider, type Stage } from './example-parts.ts'

const limited = async (stage: Stage): Promise<Input> => ({
  client_id: (await seedClient(stage, stage.agency)).id,
  currency: 'GBP',
  amount: '24000.00',
})

const wanted = async (stage: Stage): Promise<Input> => ({
  ...(await limited(stage)),
  reason: 'Three placements from July',
  valid_from: '2025-07-01',
  valid_to: '2026-06-30',
})

const asked = async (stage: Stage): Promise<string> =>
  (await act<{ id: string }>(stage, admin(stage), 'business.credit_limit.request', await wanted(stage))).id

const deciding = ['funder', 'provider'] as const

export const limit_examples: Readonly<Record<string, Example>> = {
  'business.credit_limit.set': {
    by: provider,
    categories: deciding,
    input: async (stage) => ({
      ...(await limited(stage)),
      limiter_id: stage.agency.provider.id,
      effective_from: '2025-06-01',
      effective_to: '2025-12-31',
      reference: 'L-1',
    }),
  },
  'business.credit_limit.allocate': {
    by: provider,
    categories: deciding,
    input: async (stage) => ({
      ...(await limited(stage)),
      limiter_id: stage.agency.provider.id,
      agency_id: stage.agency.id,
      effective_from: '2025-06-01',
      effective_to: '2025-12-31',
      reference: 'L-2',
    }),
  },
  'business.credit_limit.request': { by: admin, categories: ['agency'], input: wanted },
  'business.credit_limit.decide': {
    by: provider,
    categories: deciding,
    input: async (stage) => ({ id: await asked(stage), outcome: 'approved', amount: '20000.00' }),
  },
  'business.credit_limit.withdraw': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({ id: await asked(stage), comment: 'The client has left' }),
  },
  'business.credit_limit.read': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ client_id: stage.placed.client.id }),
  },
}
