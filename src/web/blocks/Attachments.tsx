/** The files of a record. Readers with permission add files and remove their own. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Paperclip, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fileKind, sizeText } from '#kernel/file-text.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { DownloadLink } from './DownloadLink.tsx'
import { upload_hint } from './FileControl.tsx'
import { Upload } from './Upload.tsx'

/** Agency and provider read `created_by`. */
const document = gql(`query attachments($entity: String!, $id: uuid!, $with_author: Boolean!) {
  files: platform_attachment(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id } } order_by: { created_at: asc } limit: 50
  ) { id file_name size_bytes created_at business_id created_by @include(if: $with_author)
    client_id contractor_id funder_id @include(if: $with_author) }
}`)

type Attachment = Answer<typeof document>['files'][number]

/** A party of the record that files can be shared with. */
export interface SharedParty {
  readonly party: 'client' | 'contractor' | 'funder'
  readonly name: string
}

const isShared = (file: Attachment, { party }: SharedParty): boolean => Boolean(file[`${party}_id`])

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
  parties = [],
}: {
  title: string
  /** `transaction.timesheet` */
  entity: string
  id: string
  /** Files can be added and removed. */
  open: boolean
  onAdded?: () => void
  /** Offered under `Share with`, on upload and afterwards. */
  parties?: readonly SharedParty[]
}) {
  const session = useSession()
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const [sharing, setSharing] = useState<Attachment | null>(null)
  const [ticked, setTicked] = useState<readonly string[]>([])
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
  const ids = files.map((file) => file.id).join(',')
  return (
    <Card
      title={title}
      actions={
        files.length > 1 && (
          <DownloadLink
            href={`/api/storage/zip?ids=${ids}`}
            check={{ path: '/api/storage/zip/check', body: { ids } }}
            className={buttonClass('secondary', 'sm')}
          >
            <Download size={15} aria-hidden className="mr-1" /> Download all
          </DownloadLink>
        )
      }
    >
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
                  {sharedText(file, parties)}
                </span>
              </div>
              {open && parties.length > 0 && file.business_id === session.business.id && (
                <IconButton
                  size="sm"
                  icon={Share2}
                  label={`Share ${file.file_name}`}
                  onClick={() => setSharing(file)}
                />
              )}
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
      {open && parties.length > 0 && <ShareBoxes parties={parties} ticked={ticked} onChange={setTicked} />}
      {open && (
        <Upload<{ file_name: string }>
          label="Add a file"
          hint={upload_hint}
          path="/api/storage/upload"
          fields={(file) => ({
            parent_entity: entity,
            path: `${id}/${file.name}`,
            ...(ticked.length > 0 ? { share_with: ticked.join(',') } : {}),
          })}
          onDone={({ file_name }) => {
            notify.success(`${file_name} was added`)
            void queries.invalidateQueries({ queryKey: ['attachments'] })
            onAdded?.()
            void queries.invalidateQueries({ queryKey: ['timeline'] })
          }}
        />
      )}
      {sharing && (
        <ShareDialog key={sharing.id} file={sharing} parties={parties} onClose={() => setSharing(null)} />
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

/** ` · shared with Brightwater Analytics` */
function sharedText(file: Attachment, parties: readonly SharedParty[]): string {
  const names = parties.filter((party) => isShared(file, party)).map(({ name }) => name)
  return names.length === 0 ? '' : ` · shared with ${names.join(', ')}`
}

const party_words = { client: 'Client', contractor: 'Contractor', funder: 'Funder' } as const

function ShareBoxes({
  parties,
  ticked,
  onChange,
}: {
  parties: readonly SharedParty[]
  ticked: readonly string[]
  onChange: (ticked: readonly string[]) => void
}) {
  return (
    <fieldset className="mb-2 flex flex-wrap gap-x-4">
      <legend className="text-12 font-medium text-n11">Share with</legend>
      {parties.map(({ party, name }) => (
        <Checkbox
          key={party}
          label={`${party_words[party]}: ${name}`}
          checked={ticked.includes(party)}
          onChange={(is_ticked) =>
            onChange(is_ticked ? [...ticked, party] : ticked.filter((one) => one !== party))
          }
        />
      ))}
    </fieldset>
  )
}

function ShareDialog({
  file,
  parties,
  onClose,
}: {
  file: Attachment
  parties: readonly SharedParty[]
  onClose: () => void
}) {
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    parties.filter((party) => isShared(file, party)).map(({ party }) => party),
  )
  const share = useAction('platform.attachment.share', {
    success: ticked.length === 0 ? `${file.file_name} is not shared` : `${file.file_name} is shared`,
  })
  const save = async () => {
    if ((await share.run({ id: file.id, share_with: ticked })) !== undefined) onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="Share a file"
      description={`Parties of this record that see ${file.file_name} besides.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={share.busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <ShareBoxes parties={parties} ticked={ticked} onChange={setTicked} />
    </Modal>
  )
}
