/** Short mails about a record: the words are those of the moment in which it was told; a collection note comes as it stands. */
import { z } from 'zod'
import { notice_topic } from '#business/credit-control/notice-mail.rules.ts'
import { printNote, readNote } from '#business/funding/collection-note-pdf.server.ts'
import { type MailAttachment, queueMail } from './mail-queue.server.ts'
import type { Topic } from './outbox-deliver.server.ts'

const notice = z.object({
  to: z.string(),
  subject: z.string(),
  body_text: z.string(),
  parent_entity: z.string(),
  parent_id: z.string(),
  provider_id: z.string().nullable(),
  agency_id: z.string().nullable(),
  collection_note_id: z.string().nullable().optional(),
})

export const noticeTopic: Topic = {
  topic: notice_topic,
  deliver: async ({ tx, clock, files, fact_key, payload }) => {
    const { parent_entity: entity, parent_id: id, collection_note_id, ...mail } = notice.parse(payload)
    const attachments: MailAttachment[] = []
    if (collection_note_id) {
      const { note } = await readNote(tx, collection_note_id)
      const file = await printNote(note)
      // The same bytes are one file, so a second try stores nothing new.
      attachments.push({
        ...(await files.put(file.bytes)),
        file_name: file.file_name,
        content_type: 'application/pdf',
      })
    }
    await queueMail({ tx, clock }, { fact_key, ...mail, attachments, parent: { entity, id } })
  },
}
