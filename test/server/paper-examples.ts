/** Examples of verbs about papers of parties. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Input, place, type Stage } from './example-parts.ts'

/** The link of a contractor with the agency; without one, of the contractor that all examples share. */
async function linkOf(stage: Stage, { contractor } = stage.placed): Promise<string> {
  const { rows } = await stage.database.owner.query<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1`,
    [contractor.id],
  )
  return present(rows[0], 'a link').id
}

const paper = async (stage: Stage): Promise<Input> => ({
  type: 'right_to_work',
  service_id: await linkOf(stage),
  method: 'online',
  reference: 'W12 AB3 C4D',
  valid_from: '2025-06-01',
  valid_to: '2026-05-31',
})

/** An opt-out notice instead of a right to work. */
export const opt_out_notice: Input = {
  type: 'conduct_opt_out',
  method: undefined,
  reference: undefined,
  valid_to: undefined,
}

/** One with its file, as an upload leaves it. */
export async function addedPaper(stage: Stage, by: Viewer, change: Input = {}): Promise<string> {
  const { id } = await act<{ id: string }>(stage, by, 'platform.compliance.upload', {
    ...(await paper(stage)),
    ...change,
  })
  await stage.database.app.query(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'platform.document', $3, 'passport.pdf', 'files/x', 'application/pdf', 900, 'a', $4, $5, $2)`,
    [newUuid(stage.clock), stage.agency.id, id, by.user_id, stage.agency.provider.id],
  )
  return id
}

/** The papers without which no placement of the stage is activated, added and verified. */
export async function verifiedPapers(stage: Stage): Promise<void> {
  const { rows } = await stage.database.owner.query<{ id: string }>(
    `select id from business.service where type = 'client-agency' and from_business_id = $1`,
    [stage.placed.client.id],
  )
  const endless = { method: undefined, reference: undefined, valid_to: undefined }
  const asked: Input[] = [
    { ...endless, method: 'manual_list_a' },
    { ...endless, type: 'contract_for_services' },
    { ...endless, type: 'terms_of_business', service_id: rows[0]?.id },
  ]
  for (const one of asked)
    await act(stage, stage.agency.provider.approver, 'platform.compliance.verify', {
      id: await addedPaper(stage, stage.agency.user, one),
    })
}

const checking = ['agency', 'provider'] as const

export const paper_examples: Readonly<Record<string, Example>> = {
  'platform.compliance.upload': { by: admin, categories: ['agency', 'contractor', 'provider'], input: paper },
  'business.service.renew_self_billing': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    // A renewal that waits keeps the next one of its payee off.
    input: async (stage) => ({ id: await linkOf(stage, await place(stage)) }),
  },
  'business.service.read_self_billing': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ contractor_id: stage.placed.contractor.id }),
  },
  'platform.compliance.verify': {
    by: admin,
    categories: checking,
    input: async (stage) => ({ id: await addedPaper(stage, stage.agency.user) }),
  },
  'platform.compliance.reject': {
    by: admin,
    categories: checking,
    input: async (stage) => ({ id: await addedPaper(stage, stage.agency.user), comment: 'It is not theirs' }),
  },
  'platform.compliance.read_insurance': {
    by: admin,
    categories: checking,
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ contract_id: stage.placed.id }),
  },
  'platform.compliance.withdraw': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    input: async (stage) => ({ id: await addedPaper(stage, stage.agency.user, opt_out_notice) }),
  },
  'contract.temp_placement.read_opt_out': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ contract_id: stage.placed.id }),
  },
  'business.agency.set_insurance_sums': {
    by: admin,
    categories: checking,
    input: async (stage) => ({ agency_id: stage.agency.id, professional_indemnity_sum: '1000000.00' }),
  },
  'platform.compliance.read': {
    by: admin,
    categories: ['agency', 'contractor', 'funder', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ business_id: stage.placed.contractor.id }),
  },
}
