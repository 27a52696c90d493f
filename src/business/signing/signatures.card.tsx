/** Documents of a record for signature: their signers with states, and the steps of the sender. */
import { FileSignature } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { SendForSignature } from './send-for-signature.form.tsx'
import { type SentDocument, useIsSender, useRecordDocuments } from './signature-document.hook.ts'
import { SignerList } from './signature-signers.card.tsx'
import { DocumentSteps } from './signature-steps.card.tsx'
import { type SignedAbout, stateText } from './signing.rules.ts'

export function SignaturesCard(about: SignedAbout) {
  const [isSending, setSending] = useState(false)
  const is_sender = useIsSender(about.entity)
  const { data = [] } = useRecordDocuments(about.entity, about.id)
  if (!is_sender && data.length === 0) return null
  return (
    <>
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
            <Item key={one.id} document={one} />
          ))}
        </ul>
      </Card>
      {isSending && <SendForSignature about={about} onClose={() => setSending(false)} />}
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

export const StateBadge = ({ document: { status, signers } }: { document: SentDocument }) => (
  <Badge tone={tones[status]}>{stateText(status, signers)}</Badge>
)

function Item({ document }: { document: SentDocument }) {
  const { category } = useSession()
  const { id, title, type, status, reason, expires_at, completed_at, missing } = document
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={pathOf({ category, path: 'platform/document', id })}
          className="inline-flex min-w-0 items-center font-medium text-a11 wrap-anywhere hover:underline pointer-coarse:min-h-11"
        >
          {title}
        </Link>
        <StateBadge document={document} />
        <span className="text-12 text-n11">{labelOf(type)}</span>
      </div>
      <SignerList document={document} />
      {missing && missing.length > 0 && (
        <p className="text-n11 wrap-anywhere">
          Still needs: {missing.join(', ')}. Enter it on the record and make the document again.
        </p>
      )}
      {reason && <p className="text-n11 wrap-anywhere">{reason}</p>}
      <p className="text-12 text-n11">
        {status === 'inprogress' && expires_at && <>To sign until {instantText(expires_at)}. </>}
        {completed_at && <>Completed {instantText(completed_at)}. </>}
        {document.created_by_name && <>Sent by {document.created_by_name}.</>}
      </p>
      <div className="flex flex-wrap gap-2">
        <DocumentSteps document={document} />
      </div>
    </li>
  )
}
