/** Examples of verbs about what hangs on any record: notes, files, mails. */
import type { Viewer } from '#entity/access.ts'
import { newUuid } from '#kernel/uuid.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage } from './example-parts.ts'

const everybody = ['agency', 'client', 'contractor', 'funder', 'provider'] as const

const aboutPlacement = (stage: Stage) => ({
  parent_entity: 'contract.temp_placement',
  parent_id: stage.placed.id,
})

const placementOf = (stage: Stage) => ({ module: 'contract', entity: 'temp_placement', id: stage.placed.id })

async function noted(stage: Stage, by: Viewer): Promise<{ id: string }> {
  const { id } = await act<{ id: string }>(stage, by, 'platform.note.create', {
    ...aboutPlacement(stage),
    text: 'The gate code is on the badge',
  })
  return { id }
}

/** A file of the placement, as an upload leaves it. */
async function filed(stage: Stage, by: Viewer): Promise<string> {
  const id = newUuid(stage.clock)
  await stage.database.app.query(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'contract.temp_placement', $3, 'terms.pdf', $4, 'application/pdf', 900, 'a', $5, $6, $7)`,
    [id, by.business_id, stage.placed.id, `files/${id}`, by.user_id, by.provider_id, stage.agency.id],
  )
  return id
}

export const record_examples: Readonly<Record<string, Example>> = {
  'platform.note.create': {
    by: admin,
    categories: everybody,
    input: async (stage) => ({ ...aboutPlacement(stage), text: 'The site office opens at seven' }),
  },
  'platform.note.update': {
    by: admin,
    categories: everybody,
    input: async (stage, viewer) => ({
      ...(await noted(stage, viewer)),
      text: 'The site office opens at eight',
    }),
  },
  'platform.note.remove': { by: admin, categories: everybody, input: noted },
  'platform.attachment.share': {
    by: admin,
    categories: ['agency', 'contractor', 'funder', 'provider'],
    input: async (stage, viewer) => ({ id: await filed(stage, viewer), share_with: ['client'] }),
  },
  'platform.communication.draft': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({ ...placementOf(stage), template: 'message' }),
    unaudited: 'It reads',
    reads: true,
  },
  'platform.communication.send': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({
      ...placementOf(stage),
      to: [stage.placed.client.manager.email],
      subject: 'The gate',
      text: 'Please open it at seven',
    }),
  },
  'platform.message.contacts': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => placementOf(stage),
    unaudited: 'It reads',
    reads: true,
  },
  'platform.message.send': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({
      ...placementOf(stage),
      contact_id: stage.placed.client.manager.business_contact_id,
      text: 'Please open the gate at seven',
    }),
  },
  'platform.attachment.parties': {
    by: admin,
    categories: ['agency', 'contractor', 'funder', 'provider'],
    input: async (stage) => aboutPlacement(stage),
    unaudited: 'It reads',
    reads: true,
  },
  'platform.note.colleagues': {
    by: admin,
    categories: everybody,
    input: async () => ({}),
    unaudited: 'It reads',
    reads: true,
  },
}
