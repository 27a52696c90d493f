/** Mails to an agency about its debt: collection notes as they are raised, and the note again when it is cured. */
import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import type { Delivery } from '#server/mail/outbox-deliver.server.ts'
import { collection_mail_topic, collectionMail } from './collection-notes/collection-note-pdf.rules.ts'
import { printNote, readNote } from './collection-notes/collection-note-pdf.server.ts'
import { cure_mail_topic } from './recourse-notice.server.ts'

const readFacts = async ({ tx, settings: { publicUrl } }: Delivery, id: string) => ({
  id,
  ...(await readNote(tx, id)),
  url: publicUrl === null ? null : `${publicUrl}/agency/transaction/collection_note/${id}`,
})
type Facts = Awaited<ReturnType<typeof readFacts>>

async function printNotes(notes: readonly Facts['note'][]) {
  const files = []
  for (const note of notes) files.push(await printNote(note))
  return files
}

export const collectionNoteTopic = mailTopic({
  topic: collection_mail_topic,
  payload: z.object({
    to: z.string(),
    collection_note_id: z.string().optional(),
    /** Several in one mail; all of one agency and principal. */
    collection_note_ids: z.array(z.string()).optional(),
  }),
  read: async (delivery, { collection_note_id, collection_note_ids }) => {
    const [id, ...others] = collection_note_ids ?? [collection_note_id ?? '']
    const first = await readFacts(delivery, id ?? '')
    const rest: Facts[] = []
    for (const other of others) rest.push(await readFacts(delivery, other))
    return { first, notes: [first, ...rest].map(({ note, url }) => ({ ...note, url })) }
  },
  record: ({ collection_note_id, collection_note_ids }) => {
    const id = collection_note_ids?.[0] ?? collection_note_id
    return id === undefined ? null : { entity: 'transaction.collection_note', id }
  },
  words: ({ notes }) => collectionMail(notes),
  attachments: ({ notes }) => printNotes(notes),
  about: ({ first: { id, provider_id, agency_id } }) => ({
    parent: { entity: 'transaction.collection_note', id },
    provider_id,
    agency_id,
  }),
})

/** Its words are those of the change; the note is printed as it is at delivery. */
export const cureTopic = mailTopic({
  topic: cure_mail_topic,
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    body_text: z.string(),
    parent_entity: z.string(),
    parent_id: z.string(),
    provider_id: z.string().nullable(),
    agency_id: z.string().nullable(),
    collection_note_id: z.string().nullable().optional(),
  }),
  read: async (_delivery, written) => written,
  record: ({ parent_entity: entity, parent_id: id }) => ({ entity, id }),
  words: ({ subject, body_text }) => ({ subject, body_text }),
  attachments: async ({ collection_note_id: id }, { tx }) =>
    id ? printNotes([(await readNote(tx, id)).note]) : [],
  about: ({ parent_entity: entity, parent_id: id, provider_id, agency_id }) => ({
    parent: { entity, id },
    provider_id,
    agency_id,
  }),
})
