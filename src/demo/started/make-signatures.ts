/** Documents for signature: signed by all, waiting for a worker, and declined by a client. */
import { inTransaction } from '#server/tx.ts'
import { onePage } from '../one-page.ts'
import { contactId, onStage, viewerOf, type World } from '../stage.ts'
import { attachFile } from './attach-file.ts'
import type { Store } from './store.ts'

const sender = 'agency_admin'

/** Who signs, in order; the last ones may not have come to it yet. */
type Sent = {
  readonly title: string
  readonly type: 'client_terms' | 'contract' | 'agreement'
  readonly of: 'client' | 'placement'
  readonly signers: readonly string[]
  readonly signed_by: readonly string[]
  readonly declined?: { readonly by: string; readonly comment: string }
}

const documents: readonly Sent[] = [
  {
    title: 'Terms of business 2026',
    type: 'client_terms',
    of: 'client',
    signers: ['hiring_manager', sender],
    signed_by: ['hiring_manager', sender],
  },
  {
    title: 'Confidentiality agreement',
    type: 'agreement',
    of: 'placement',
    signers: ['contractor', sender],
    signed_by: [],
  },
  {
    title: 'Working from home',
    type: 'agreement',
    of: 'placement',
    signers: ['hiring_manager', sender],
    signed_by: [],
    declined: { by: 'hiring_manager', comment: 'Two days a week were agreed, and not three' },
  },
]

/** Only for a started demo, as its other files. The product seals what all have signed once it runs. */
export async function makeSignatures(world: World, store: Store): Promise<void> {
  const row = await inTransaction(world.database, async (tx) => {
    const [worker, client] = [
      await viewerOf(world, tx, 'contractor'),
      await viewerOf(world, tx, 'hiring_manager'),
    ]
    return tx.row<{ id: string; client_id: string }>(
      `select id, client_id from contract.contract
       where type = 'temp_placement' and status = 'active' and contractor_id = $1 and client_id = $2 order by human_id limit 1`,
      [worker.business_id, client.business_id],
    )
  })
  if (!row) return
  for (const one of documents) {
    const about =
      one.of === 'client'
        ? { parent_entity: 'business.client', parent_id: row.client_id }
        : { parent_entity: 'contract.temp_placement', parent_id: row.id }
    await send(world, store, about, one)
  }
}

async function send(
  world: World,
  store: Store,
  about: { readonly parent_entity: string; readonly parent_id: string },
  one: Sent,
): Promise<void> {
  const attachment_id = await attachFile({ world, store }, sender, about, {
    file_name: `${one.title}.pdf`,
    content: onePage(one.title),
  })
  await onStage(world, async (stage) => {
    const { id } = await stage.act<{ id: string }>(sender, 'platform.document.create', {
      ...about,
      attachment_id,
      title: one.title,
      type: one.type,
      signers: one.signers.map((person, at) => ({ contact_id: contactId(world, person), position: at + 1 })),
    })
    await stage.act(sender, 'platform.document.send', { id })
    for (const person of one.signed_by) {
      const { user_name } = await viewerOf(world, stage.tx, person)
      await stage.act(person, 'platform.document.sign', {
        id,
        consent: true,
        signature: { kind: 'typed', text: user_name },
      })
    }
    const { declined } = one
    if (declined) await stage.act(declined.by, 'platform.document.decline', { id, comment: declined.comment })
  })
}
