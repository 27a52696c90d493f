/** The files of a record. Readers with permission add files and remove their own. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fileKind, sizeText } from '#kernel/file-text.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { Upload } from './Upload.tsx'

/** Agency and provider read `created_by`. */
const document = gql(`query attachments($entity: String!, $id: uuid!, $with_author: Boolean!) {
  files: platform_attachment(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id } } order_by: { created_at: asc } limit: 50
  ) { id file_name size_bytes created_at created_by @include(if: $with_author) }
}`)

type Attachment = Answer<typeof document>['files'][number]

/** `PDF · `; nothing where the kind is unknown. */
function kindText({ file_name }: Attachment): string {
  const kind = fileKind(file_name)
  return kind === 'unknown' ? '' : `${kind.toUpperCase()} · `
}

export function Attachments({
  title,
  entity,
  id,
  open,
  onAdded,
}: {
  title: string
  /** `transaction.timesheet` */
  entity: string
  id: string
  /** Files can be added and removed. */
  open: boolean
  onAdded?: () => void
}) {
  const session = useSession()
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const remove = useAction('platform.attachment.delete', { success: 'The file was removed' })
  const with_author = session.category === 'agency' || session.category === 'provider'
  const query = useQuery({
    queryKey: ['attachments', entity, id],
    queryFn: async ({ signal }) => (await graphql(document, { entity, id, with_author }, signal)).files,
  })
  const files = query.data ?? []
  // A viewer who cannot read the owner may still ask; the server decides.
  const isOwn = (file: Attachment) => file.created_by === undefined || file.created_by === session.user.id
  if (!open && files.length === 0) return null
  return (
    <Card title={title}>
      {files.length > 0 && (
        <ul className="mb-3 flex flex-col gap-1">
          {files.map((file) => (
            <li key={file.id} className="flex min-h-10 items-center gap-2">
              <Paperclip size={14} aria-hidden className="shrink-0 text-n10" />
              <div className="min-w-0 flex-1">
                <a
                  href={`/api/storage/download?path=${encodeURIComponent(`${id}/${file.file_name}`)}`}
                  download
                  className="block truncate text-a11 hover:underline"
                >
                  {file.file_name}
                </a>
                <span className="numeric block text-12 text-n11">
                  {kindText(file)}
                  {sizeText(file.size_bytes)} · {instantText(file.created_at)}
                </span>
              </div>
              {open && isOwn(file) && (
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={`Remove ${file.file_name}`}
                  onClick={() => setRemoving(file)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Upload<{ file_name: string }>
          label="Add a file"
          hint="png, jpg, pdf, docx, doc, eml, emlx, olm or msgw, up to 20 MB"
          path="/api/storage/upload"
          fields={(file) => ({ parent_entity: entity, path: `${id}/${file.name}` })}
          onDone={({ file_name }) => {
            notify.success(`${file_name} was added`)
            void queries.invalidateQueries({ queryKey: ['attachments'] })
            onAdded?.()
          }}
        />
      )}
      <ConfirmAction
        open={removing !== null}
        onClose={() => setRemoving(null)}
        label="Remove"
        description={`This removes ${removing?.file_name ?? 'the file'} from this record.`}
        onConfirm={async () => (await remove.run({ id: removing?.id ?? '' })) !== undefined}
      />
    </Card>
  )
}
