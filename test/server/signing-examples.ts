/** Examples of the verbs of signing, for every-verb.db.test.ts. */
import type { Viewer } from '#entity/access.ts'
import { newUuid } from '#kernel/uuid.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage } from './example-parts.ts'

/** A PDF file that hangs on the client, as an upload leaves it. */
async function file(stage: Stage): Promise<string> {
  const id = newUuid(stage.clock)
  await stage.database.app.query(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'business.client', $3, 'terms.pdf', $4, 'application/pdf', 900, $6, $5, $7, $2)`,
    [
      id,
      stage.agency.id,
      stage.placed.client.id,
      `files/${id}`,
      admin(stage).user_id,
      id,
      stage.agency.provider.id,
    ],
  )
  return id
}

let nth = 0

const asked = async (stage: Stage, viewer: Viewer = admin(stage)) => {
  nth += 1
  return {
    parent_entity: 'business.client',
    parent_id: stage.placed.client.id,
    attachment_id: await file(stage),
    title: `Terms ${nth}`,
    type: 'client_terms',
    signers: [
      { contact_id: viewer.business_contact_id, position: 1 },
      { name: 'Cleo Finch', email: `cleo${nth}@example.org`, party: 'client', position: 1 },
    ],
  }
}

const made = async (stage: Stage, viewer?: Viewer): Promise<{ id: string }> => {
  // The verb's own answer.
  const answer = (await act(stage, admin(stage), 'platform.document.create', await asked(stage, viewer))) as {
    id: string
  }
  return { id: answer.id }
}

const sent = async (stage: Stage, viewer?: Viewer): Promise<{ id: string }> => {
  const { id } = await made(stage, viewer)
  await act(stage, admin(stage), 'platform.document.send', { id })
  return { id }
}

const signerOf = async (stage: Stage): Promise<{ signer_id: string }> => {
  const { id } = await sent(stage)
  const { rows } = await stage.database.app.query<{ id: string }>(
    'select id from platform.signer where document_id = $1 and contact_id is null',
    [id],
  )
  return { signer_id: rows[0]?.id ?? '' }
}

const senders = ['agency', 'provider'] as const
const everybody = ['agency', 'client', 'contractor', 'funder', 'provider'] as const

export const signing_examples: Readonly<Record<string, Example>> = {
  'platform.document.create': { by: admin, categories: senders, input: asked },
  'platform.document.send': { by: admin, categories: senders, input: made },
  'platform.document.sign': {
    by: admin,
    categories: everybody,
    input: async (stage, viewer) => ({
      ...(await sent(stage, viewer)),
      consent: true,
      signature: { kind: 'typed', text: 'Amelia Stanton' },
    }),
  },
  'platform.document.decline': {
    by: admin,
    categories: everybody,
    input: async (stage, viewer) => ({ ...(await sent(stage, viewer)), comment: 'Not agreed' }),
  },
  'platform.document.void': {
    by: admin,
    categories: senders,
    input: async (stage) => ({ ...(await sent(stage)), comment: 'A wrong file' }),
  },
  'platform.document.remind': { by: admin, categories: senders, input: signerOf },
  'platform.document.reassign': {
    by: admin,
    categories: everybody,
    input: async (stage) => ({ ...(await signerOf(stage)), name: 'Dora Lane', email: 'dora@example.org' }),
  },
}
