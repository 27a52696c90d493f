/** Mails of collection notes: the agency's debts, each note as a PDF. */

import { z } from 'zod'
import { collection_mail_topic, collectionMail } from '#business/funding/collection-note-pdf.rules.ts'
import { printNote, readNote } from '#business/funding/collection-note-pdf.server.ts'
import { type MailAttachment, queueMail } from '#server/mail/mail-queue.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'

const told = z.object({
  to: z.string(),
  collection_note_id: z.string().optional(),
  /** Several notes in one mail; all of one agency and principal. */
  collection_note_ids: z.array(z.string()).optional(),
})

export const collectionNoteTopic: Topic = {
  topic: collection_mail_topic,
  deliver: async ({ tx, clock, files, settings, fact_key, payload }) => {
    const { to, collection_note_id, collection_note_ids } = told.parse(payload)
    const [id, ...others] = collection_note_ids ?? [collection_note_id ?? '']
    const base = settings.publicUrl
    const urlOf = (of: string) => (base === null ? null : `${base}/agency/transaction/collection_note/${of}`)
    const first = await readNote(tx, id ?? '')
    const notes = [{ ...first.note, url: urlOf(id ?? '') }]
    for (const other of others) notes.push({ ...(await readNote(tx, other)).note, url: urlOf(other) })
    const attachments: MailAttachment[] = []
    for (const note of notes) {
      const file = await printNote(note)
      // The same bytes are one file, so a second try stores nothing new.
      const stored = await files.put(file.bytes)
      attachments.push({ ...stored, file_name: file.file_name, content_type: 'application/pdf' })
    }
    await queueMail(
      { tx, clock },
      {
        fact_key,
        to,
        ...collectionMail(notes),
        attachments,
        parent: { entity: 'transaction.collection_note', id: id ?? '' },
        provider_id: first.provider_id,
        agency_id: first.agency_id,
      },
    )
  },
}
