/** What happened to a record, newest first: steps, mails, notes, files and change requests (spec §2, timeline). */
import { useQuery } from '@tanstack/react-query'
import {
  FileSignature,
  FileText,
  GitPullRequestArrow,
  type LucideIcon,
  Mail,
  MessageSquare,
  Paperclip,
  StickyNote,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { sizeText } from '#kernel/file-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { deliveryText, isUndelivered } from '../mails/mail-delivery.rules.ts'
import { EmailRecord } from '../mails/mail-form.card.tsx'
import { MessageRecord } from '../messages/message-form.card.tsx'
import {
  emptyText,
  kind_words,
  merged,
  signatureState,
  sourcesOf,
  type TimelineKind,
  timeline_kinds,
  timelineQuery,
} from './timeline.rules.ts'

type Row = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly kind: TimelineKind
  readonly created_at: string
}

const page_rows = 10

const icons: Readonly<Record<TimelineKind, LucideIcon>> = {
  activity: FileText,
  mail: Mail,
  message: MessageSquare,
  note: StickyNote,
  file: Paperclip,
  signature: FileSignature,
  change_request: GitPullRequestArrow,
}

export function RecordTimeline({ entity, id }: { entity: string; id: string }) {
  const session = useSession()
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const [shown, setShown] = useState(page_rows)
  const sources = sourcesOf(entity, session)
  const kinds = timeline_kinds.filter((one) => sources.some((source) => source.kind === one))
  const asked = sources.filter((source) => kind === null || source.kind === kind)
  const query = useQuery({
    queryKey: ['timeline', session.business_contact_id, entity, id, kind, shown],
    queryFn: async ({ signal }) => {
      // Reads one more than it shows, to know whether there are older ones.
      const answer = await builtQuery(timelineQuery(asked), { id, limit: shown + 1 }, signal)
      const rows = asked.flatMap((source) =>
        answer
          .rows(source.root)
          .map((row): Row => ({ ...row, kind: source.kind, created_at: String(row.created_at) })),
      )
      return merged(rows)
    },
    placeholderData: (before) => before,
  })
  const rows = query.data ?? []
  const choose = (chosen: TimelineKind | null) => {
    setKind(chosen)
    setShown(page_rows)
  }
  return (
    <Card
      title="Timeline"
      actions={
        <>
          <EmailRecord entity={entity} id={id} />
          <MessageRecord entity={entity} id={id} />
        </>
      }
    >
      <fieldset aria-label="Show" className="mb-3 flex flex-wrap gap-1">
        <Chip label="All" on={kind === null} onClick={() => choose(null)} />
        {kinds.map((one) => (
          <Chip key={one} label={kind_words[one]} on={kind === one} onClick={() => choose(one)} />
        ))}
      </fieldset>
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && <p className="text-n11">{emptyText(kinds, kind)}</p>}
      <ol className="flex flex-col gap-3" aria-label="Timeline, newest first">
        {rows.slice(0, shown).map((row) => (
          <Item key={`${row.kind} ${row.id}`} row={row} record_id={id} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button size="sm" className="mt-3" onClick={() => setShown(shown + page_rows)}>
          Show older
        </Button>
      )}
    </Card>
  )
}

function Chip({ label, on, onClick }: { label: string; on: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={buttonClass(on ? 'secondary' : 'quiet', 'sm')}
    >
      {label}
    </button>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function Item({ row, record_id }: { row: Row; record_id: string }) {
  const Icon = icons[row.kind]
  const by = textOf(row.user_name)
  return (
    <li className="flex gap-2">
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-n10" />
      <div className="min-w-0 flex-1">
        <div className="wrap-anywhere whitespace-pre-line">
          <span className="sr-only">{kind_words[row.kind]}: </span>
          <ItemContent row={row} record_id={record_id} />
        </div>
        <p className="text-12 text-n11">
          {by !== '' && `${by} · `}
          <time dateTime={row.created_at}>{instantText(row.created_at)}</time>
        </p>
      </div>
    </li>
  )
}

function ItemContent({ row, record_id }: { row: Row; record_id: string }): ReactNode {
  const { category } = useSession()
  switch (row.kind) {
    case 'note':
      return textOf(row.text)
    case 'mail':
      return <MailItem row={row} />
    case 'message':
      return <MessageItem row={row} />
    case 'file':
      return (
        <>
          <a
            href={`/api/storage/download?path=${encodeURIComponent(`${record_id}/${textOf(row.file_name)}`)}`}
            download
            className="text-a11 hover:underline"
          >
            {textOf(row.file_name)}
          </a>{' '}
          <span className="numeric text-12 text-n11">{sizeText(Number(row.size_bytes))}</span>
        </>
      )
    case 'signature':
      return <SignatureItem row={row} />
    case 'change_request':
      return (
        <>
          <Link to={pathOf({ category, path: 'request/change_request', id: row.id })}>
            {textOf(row.human_id)}
          </Link>{' '}
          <Status value={textOf(row.status)} />
          {textOf(row.status) === 'rejected' && <LastComment steps={row.activities} />}
        </>
      )
    case 'activity':
      return (
        <>
          <Status value={textOf(row.new_status)} /> <span>{textOf(row.message)}</span>
          {textOf(row.comment) !== '' && <q className="block text-n11">{textOf(row.comment)}</q>}
        </>
      )
  }
}

/** The reason of the last step. */
function LastComment({ steps }: { steps: unknown }) {
  const comment = Array.isArray(steps) ? textOf(steps[0]?.comment) : ''
  return comment === '' ? null : <q className="block text-n11">{comment}</q>
}

/** A mail to the viewer, or one that their business sent; each address with the state of its delivery. */
function MailItem({ row }: { row: Row }) {
  const written = Array.isArray(row.to)
  const mails = written ? deliveriesOf(row) : [facts(row)]
  const files = listOf(row.file_names)
  return (
    <>
      {textOf(row.subject)}
      {mails.map((mail) => (
        <span key={mail.to} className={`block ${isUndelivered(mail) ? 'text-red11' : 'text-n11'}`}>
          To {mail.to}: {deliveryText(mail, instantText)}
        </span>
      ))}
      {files.length > 0 && <span className="block text-n11">With {files.join(', ')}</span>}
      {written && (
        <details className="text-n11">
          <summary className="cursor-pointer pointer-coarse:min-h-12">Text</summary>
          {textOf(row.text)}
        </details>
      )}
    </>
  )
}

const facts = (row: Readonly<Record<string, unknown>>) => ({
  to: textOf(row.to),
  status: textOf(row.status),
  answer: typeof row.answer === 'string' ? row.answer : null,
  tries: Number(row.tries ?? 0),
  next_try_at: typeof row.next_try_at === 'string' ? row.next_try_at : null,
})

/** One for each address in the order of the mail, also before its delivery begins. */
function deliveriesOf(row: Row) {
  const rows = (Array.isArray(row.deliveries) ? row.deliveries : []) as readonly Readonly<
    Record<string, unknown>
  >[] // As the source asks for them.
  const made = new Map(rows.map((one) => [textOf(one.to), facts(one)]))
  return [...listOf(row.to), ...listOf(row.cc)].map(
    (to) => made.get(to.toLowerCase()) ?? facts({ to, status: 'queued' }),
  )
}

/** A document that was sent for signature, and how far each signer is. */
function SignatureItem({ row }: { row: Row }) {
  const { category } = useSession()
  const signers = (Array.isArray(row.signers) ? row.signers : []) as readonly Readonly<
    Record<'name' | 'status' | 'party', unknown>
  >[] // As the source asks for them.
  const status = textOf(row.status)
  return (
    <>
      <Link to={pathOf({ category, path: 'platform/document', id: row.id })}>{textOf(row.title)}</Link>{' '}
      <Badge tone={toneOf(status)}>{signatureState(status, signers)}</Badge>
      <span className="block text-n11">
        {signers
          .map(({ name, status }) => `${textOf(name)}: ${labelOf(textOf(status)).toLowerCase()}`)
          .join(', ')}
      </span>
    </>
  )
}

/** A message that the viewer's business sent, and whether it arrived. */
function MessageItem({ row }: { row: Row }) {
  const error = textOf(row.error)
  return (
    <>
      {textOf(row.text)}
      <span className="block text-n11">
        Message to {textOf(row.contact_name)} <Status value={textOf(row.status)} />
        {error !== '' && ` ${error}`}
      </span>
    </>
  )
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const Status = ({ value }: { value: string }) => (
  <Badge tone={toneOf(value)} dot={false}>
    {labelOf(value)}
  </Badge>
)
