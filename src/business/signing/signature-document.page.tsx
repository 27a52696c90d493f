/** One document that is signed: its state, signers and files, and the check of its seal. */
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#entity/choices.ts'
import { HorizontalGroup, VerticalGroup } from '#web/blocks/Groups.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { call } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { RecordState } from '../shared/record-state.card.tsx'
import { type SentDocument, useSignatureDocument } from './signature-document.hook.ts'
import { SignerList } from './signature-signers.card.tsx'
import { DocumentSteps } from './signature-steps.card.tsx'
import { StateBadge } from './signatures.card.tsx'
import { no_timestamp } from './signing.rules.ts'

export function SignatureDocumentPage() {
  const { id } = usePlace()
  const query = useSignatureDocument(id ?? '')
  return (
    <RecordState query={query} what="Document">
      {(document) => <DocumentView key={document.id} document={document} />}
    </RecordState>
  )
}

function DocumentView({ document }: { document: SentDocument }) {
  return (
    <>
      <RecordHeader
        title={document.title}
        badge={<StateBadge document={document} />}
        meta={<span>{labelOf(document.type)}</span>}
        actions={<DocumentSteps document={document} />}
      />
      <HorizontalGroup>
        <Facts document={document} />
        <VerticalGroup>
          <Card title="Signers">
            <SignerList document={document} />
          </Card>
          <FilesCard document={document} />
        </VerticalGroup>
      </HorizontalGroup>
    </>
  )
}

const record_words: Readonly<Record<string, string>> = {
  'business.agency': 'The agency',
  'business.client': 'The client',
  'business.contractor': 'The contractor',
  'contract.temp_placement': 'The temp placement',
  'contract.perm_placement': 'The perm placement',
}

function Facts({ document }: { document: SentDocument }) {
  const { category } = useSession()
  const { parent_entity, parent_id, business, created_by_name, sent_at, expires_at, completed_at } = document
  const path = parent_entity?.replace('.', '/')
  const moment = (at: string | null) => (at === null ? null : instantText(at))
  return (
    <Card title="Document">
      <PropertiesTable
        columns={1}
        items={[
          {
            label: 'About',
            value: path && (
              <Link
                to={pathOf({ category, path, id: parent_id })}
                className="inline-flex items-center text-a11 hover:underline pointer-coarse:min-h-11"
              >
                {record_words[parent_entity ?? ''] ?? 'Its record'}
              </Link>
            ),
          },
          { label: 'Sent by', value: [created_by_name, business?.name].filter(Boolean).join(', ') },
          { label: 'Sent', value: moment(sent_at) },
          { label: 'To sign until', value: moment(expires_at) },
          { label: 'Completed', value: moment(completed_at) },
          ...(document.signed_with === null ? [] : [{ label: 'Signed with', value: 'Documenso' }]),
          ...(document.reason === null ? [] : [{ label: 'Reason', value: document.reason }]),
        ]}
      />
    </Card>
  )
}

function FilesCard({ document }: { document: SentDocument }) {
  const { id, files, status, final_sha256 } = document
  return (
    <Card title="Files">
      {files.length === 0 && (
        <p className="text-n11">
          {status === 'rejected' || status === 'expired'
            ? 'It ended unsigned, so there is no file.'
            : `You get the document by the button ${document.signed_with === null ? 'Read and sign' : 'Sign with Documenso'}.`}
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {files.map((file) => (
          <li key={file.id}>
            <a
              href={`/api/storage/download?path=${encodeURIComponent(`${id}/${file.file_name}`)}`}
              download
              className="inline-flex min-h-8 items-center text-a11 wrap-anywhere hover:underline pointer-coarse:min-h-11"
            >
              {file.file_name}
            </a>
          </li>
        ))}
      </ul>
      {status === 'completed' && final_sha256 === null && (
        <p className="mt-2 text-n11">The document is being sealed.</p>
      )}
      {final_sha256 !== null && <Seal id={id} />}
    </Card>
  )
}

type Check = {
  readonly is_unchanged: boolean
  readonly faults: readonly string[]
  readonly sealed_by: string
  readonly timestamp_missing: boolean
  readonly checked_at: string
}

/** The stored files are read and checked each time that the page opens. */
function Seal({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['signed_document_check', id],
    queryFn: () => call<Check>('/api/permission/checkSignedDocument', { document_id: id }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isError)
    return <p className="mt-2 text-n11">The seal could not be checked. Please open the page again.</p>
  if (!query.data) return <p className="mt-2 text-n11">The seal is being checked.</p>
  const { is_unchanged, faults, sealed_by, timestamp_missing, checked_at } = query.data
  return (
    <div className="mt-3 flex flex-col gap-1.5" role="status">
      <p>
        <Badge tone={is_unchanged ? 'positive' : 'critical'}>
          {is_unchanged ? 'Sealed, unchanged' : 'Changed'}
        </Badge>
      </p>
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
      {timestamp_missing && <p>{no_timestamp}</p>}
      <p className="text-12 text-n11 wrap-anywhere">
        Checked {instantText(checked_at)}. Certificate {sealed_by.replaceAll(':', '').toLowerCase()}
      </p>
    </div>
  )
}
