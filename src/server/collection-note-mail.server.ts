/** Mails of collection notes: the agency is told what it owes, with the note as a PDF. */
import { collection_mail_topic, collectionMail } from '#business/invoices/collection-note-pdf.rules.ts'
import { printNote, readNote } from '#business/invoices/collection-note-pdf.server.ts'
import { queueMail } from './mail-queue.server.ts'
import type { Topic } from './outbox-deliver.server.ts'

export const collectionNoteTopic: Topic = {
  topic: collection_mail_topic,
  deliver: async ({ tx, clock, files, fact_key, payload }) => {
    const id = String(payload.collection_note_id)
    const { note, provider_id, agency_id } = await readNote(tx, id)
    const file = await printNote(note)
    // The same bytes are one file, so a second try stores nothing new.
    const stored = await files.put(file.bytes)
    await queueMail(
      { tx, clock },
      {
        fact_key,
        to: String(payload.to),
        ...collectionMail(note),
        attachments: [{ ...stored, file_name: file.file_name, content_type: 'application/pdf' }],
        parent: { entity: 'transaction.collection_note', id },
        provider_id,
        agency_id,
      },
    )
  },
}
