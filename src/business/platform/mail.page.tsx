import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { Card } from '#web/ui/Card.tsx'
import { mail } from './log.entity.ts'

export const mail_record = record({
  entity: mail,
  what: 'Mail',
  title: 'subject',
  badge: 'status',
  fields: ['body_text'],
  cards: [
    {
      title: 'Mail',
      facts: [
        { field: 'to' },
        { field: 'created_at' },
        { field: 'tries' },
        { field: 'next_try_at' },
        { field: 'answer', wide: true },
        { field: 'error', wide: true },
      ],
    },
  ],
  tables: [
    {
      title: 'Attachments',
      relation: 'attachments',
      fields: ['file_url'],
      columns: [
        {
          field: 'file_name',
          link: (row) => `/api/storage/download?path=${encodeURIComponent(String(row.file_url))}`,
        },
        { field: 'content_type' },
        { field: 'size_bytes', label: 'Bytes' },
      ],
      empty: 'No attachments.',
    },
  ],
})

export function MailPage() {
  return (
    <RecordPage
      screen={mail_record}
      after={(row) => (
        <Card title="Text">
          <p className="max-w-180 break-words whitespace-pre-wrap">{String(row.body_text)}</p>
        </Card>
      )}
    />
  )
}
