/** Files of records of the demo world, kept in the installation's own store. */
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import { verbs } from '#business/verbs.ts'
import { perform } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import { viewerOf, type World } from '../stage.ts'
import type { Store } from './store.ts'

type AboutRecord = { readonly parent_entity: string; readonly parent_id: string }

/** Attaches a PDF to a record as this person. @returns the attachment's id */
export async function attachFile(
  { world, store: { database, files } }: { readonly world: World; readonly store: Store },
  person: string,
  record: AboutRecord,
  file: { readonly file_name: string; readonly content: Buffer; readonly share_with?: readonly string[] },
): Promise<string> {
  const by = await inTransaction(database, (tx) => viewerOf(world, tx, person))
  const stored = await files.put(file.content)
  const { file_name, share_with } = file
  const { id } = (await perform(
    {
      database,
      clock: world.clock,
      verbs: new Map([...verbs, [createAttachment.action_id, createAttachment]]),
    },
    by,
    createAttachment.action_id,
    {
      ...record,
      file_name,
      content_type: 'application/pdf',
      ...stored,
      ...(share_with ? { share_with } : {}),
    },
    null,
  )) as { id: string } // The answer of createAttachment.
  return id
}
