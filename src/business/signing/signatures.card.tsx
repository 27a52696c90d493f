/** Documents of a record that are signed: who has signed, who is waited for, and the steps of the sender. */
import { useQuery } from '@tanstack/react-query'
import { FileSignature } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { systemClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { Attachments } from '#web/blocks/Attachments.tsx'
import { call, graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { SendForSignature } from './send-for-signature.form.tsx'
import {
  can,
  mayRemind,
  nextSigners,
  type SignedRecord,
  signature_types,
  stateText,
  who,
} from './signing.rules.ts'

const documents =
  gql(`query signature_documents($entity: String!, $id: uuid!, $types: [String!]!, $is_sender: Boolean!) {
  documents: platform_document(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id }, type: { _in: $types } }
    order_by: [{ created_at: desc }, { id: desc }], limit: 50
  ) {
    id title type status reason sent_at expires_at completed_at final_sha256 created_by_name
    signers(order_by: [{ position: asc }, { id: asc }]) {
      id position role party contact_id name status asked_at viewed_at signed_at comment reminded_at @include(if: $is_sender)
    }
    files(order_by: { created_at: asc }) { id file_name }
  }
}`)
type SentDocument = Answer<typeof documents>['documents'][number]

export interface SignedAbout {
  readonly entity: SignedRecord
  readonly id: string
  /** Businesses whose people may sign. */
  readonly parties: Readonly<Partial<Record<'client' | 'contractor', string>>>
}

export function SignaturesCard({ entity, id, parties }: SignedAbout) {
  const session = useSession()
  const [isSending, setSending] = useState(false)
  const is_sender = isOneOf(session, who.send)
  const { data = [] } = useQuery({
    queryKey: ['signature_documents', entity, id],
    queryFn: async ({ signal }) =>
      (await graphql(documents, { entity, id, types: [...signature_types], is_sender }, signal)).documents,
  })
  if (!is_sender && data.length === 0) return null
  return (
    <>
      {is_sender && <Attachments title="Files" entity={entity} id={id} open />}
      <Card
        title="Signatures"
        {...(is_sender
          ? {
              actions: (
                <Button icon={FileSignature} onClick={() => setSending(true)}>
                  Send for signature
                </Button>
              ),
            }
          : {})}
      >
        {data.length === 0 && <p className="text-n11">No document was sent for signature yet.</p>}
        <ul className="flex flex-col divide-y">
          {data.map((one) => (
            <Item key={one.id} document={one} is_sender={is_sender} />
          ))}
        </ul>
      </Card>
      {isSending && <SendForSignature about={{ entity, id, parties }} onClose={() => setSending(false)} />}
    </>
  )
}

const tones = {
  draft: 'neutral',
  inprogress: 'attention',
  completed: 'positive',
  rejected: 'critical',
  expired: 'critical',
} as const satisfies Record<SentDocument['status'], string>

function Item({ document, is_sender }: { document: SentDocument; is_sender: boolean }) {
  const session = useSession()
  const [isVoiding, setVoiding] = useState(false)
  const taken = useAction('platform.document.void', { success: 'The document was taken back' })
  const sent = useAction('platform.document.send', { success: 'The document is on its way' })
  const { id, title, type, status, signers, reason, expires_at, completed_at } = document
  const facts = { status, title, expires_at: expires_at === null ? null : instant(expires_at) }
  const waits = new Set(nextSigners(signers).map((one) => one.id))
  const mine = signers.find((one) => one.contact_id === session.business_contact_id && waits.has(one.id))
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
        <Badge tone={tones[status]}>{stateText(status, signers)}</Badge>
        <span className="text-12 text-n11">{labelOf(type)}</span>
      </div>
      <ul className="flex flex-col gap-1">
        {signers.map((one) => (
          <Signer
            key={one.id}
            signer={one}
            document={facts}
            is_sender={is_sender}
            isWaited={waits.has(one.id)}
          />
        ))}
      </ul>
      {reason && <p className="text-n11 wrap-anywhere">{reason}</p>}
      <p className="text-12 text-n11">
        {status === 'inprogress' && expires_at && <>To sign until {instantText(expires_at)}. </>}
        {completed_at && <>Completed {instantText(completed_at)}. </>}
        {document.created_by_name && <>Sent by {document.created_by_name}.</>}
      </p>
      <div className="flex flex-wrap gap-2">
        {document.files.map((file) => (
          <a
            key={file.id}
            href={`/api/storage/download?path=${encodeURIComponent(`${id}/${file.file_name}`)}`}
            download
            className="inline-flex min-h-8 items-center text-a11 hover:underline pointer-coarse:min-h-11"
          >
            {file.file_name}
          </a>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {mine && status === 'inprogress' && <SignNow document_id={id} signer_id={mine.id} />}
        {is_sender && status === 'draft' && (
          <Button busy={sent.busy} onClick={() => void sent.run({ id })}>
            Send
          </Button>
        )}
        {is_sender && can.void(facts, session) === true && (
          <Button tone="danger" aria-label={`Take ${title} back`} onClick={() => setVoiding(true)}>
            Take back
          </Button>
        )}
      </div>
      <ConfirmAction
        open={isVoiding}
        onClose={() => setVoiding(false)}
        label="Take back"
        tone="danger"
        withComment="required"
        error={taken.errors.comment}
        description={`${title} can no longer be signed, and those who were asked are told why.`}
        onConfirm={async (comment) => (await taken.run({ id, comment })) !== undefined}
      />
    </li>
  )
}

function Signer({
  signer,
  document,
  is_sender,
  isWaited,
}: {
  signer: SentDocument['signers'][number]
  document: Parameters<typeof can.remind>[0]
  is_sender: boolean
  isWaited: boolean
}) {
  const session = useSession()
  const remind = useAction('platform.document.remind', { success: 'A reminder is on its way' })
  const { id, name, party, role, status, signed_at, viewed_at, comment, reminded_at } = signer
  const at = signed_at ?? viewed_at
  const now = systemClock.now()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">
        {name} <span className="text-n11">for the {party}</span>
      </span>
      <span className="text-12 text-n11">
        {role === 'copy' ? 'Gets a copy' : labelOf(status)}
        {at && ` ${instantText(at)}`}
        {comment && `: ${comment}`}
      </span>
      {is_sender && isWaited && document.status === 'inprogress' && status !== 'waiting' && (
        <Button
          size="sm"
          busy={remind.busy}
          aria-label={`Remind ${name}`}
          disabledReason={reasonOf(
            can.remind(document, session) === true
              ? mayRemind(reminded_at ? instant(reminded_at) : null, now)
              : can.remind(document, session),
          )}
          onClick={() => void remind.run({ signer_id: id })}
        >
          Remind
        </Button>
      )}
    </li>
  )
}

/** Opens the page of the link as oneself. */
function SignNow({ document_id, signer_id }: { document_id: string; signer_id: string }) {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const input = { document_id, signer_id, return_url: window.location.pathname }
      const { url } = await call<{ url: string }>('/api/permission/createEmbbedSignLink', input)
      window.location.assign(url)
    } catch (error) {
      setBusy(false)
      tellFailure(error)
    }
  }
  return (
    <Button tone="primary" busy={busy} onClick={() => void open()}>
      Read and sign
    </Button>
  )
}
