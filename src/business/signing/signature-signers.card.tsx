/** The signers of a document in their order, with the sender's reminder and another person in their place. */
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { systemClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type DeliveryFacts, deliveryText } from '../platform/mails/mail-delivery.rules.ts'
import { type SentDocument, type SentSigner, useIsSender } from './signature-document.hook.ts'
import { factsOf } from './signature-steps.card.tsx'
import { useLostMails } from './signer-deliveries.hook.ts'
import { can, mayRemind, maySign, nextSigners } from './signing.rules.ts'

export function SignerList({ document }: { document: SentDocument }) {
  const is_sender = useIsSender(document.parent_entity)
  const [replaced, setReplaced] = useState<SentSigner | null>(null)
  const lost = useLostMails(document.id, is_sender && document.status === 'inprogress')
  const waits = new Set(nextSigners(document.signers).map(({ id }) => id))
  return (
    <>
      <ol className="flex flex-col gap-1" aria-label="Signers">
        {document.signers.map((signer) => (
          <li key={signer.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <SignerText signer={signer} />
            {waits.has(signer.id) && <LostMail mail={lost.get(signer.email ?? '')} />}
            {is_sender && document.status === 'inprogress' && (
              <span className="flex flex-wrap gap-2">
                {waits.has(signer.id) && signer.status !== 'waiting' && (
                  <Remind document={document} signer={signer} />
                )}
                {signer.status !== 'signed' && signer.role !== 'copy' && document.signed_with === null && (
                  <Button size="sm" aria-label={`Replace ${signer.name}`} onClick={() => setReplaced(signer)}>
                    Replace
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {replaced && (
        <VerbModal
          title={`Replace ${replaced.name}`}
          description="The link of the person before ends. The new person gets a mail, and a code proves their address."
          size="sm"
          action_id="platform.document.reassign"
          fixed={{ signer_id: replaced.id }}
          fields={[
            { kind: 'text', name: 'name', label: 'Name', required: true, max: 200 },
            { kind: 'text', name: 'email', label: 'Email', required: true, max: 254 },
          ]}
          submit="Replace"
          success="The new signer gets a mail"
          onClose={() => setReplaced(null)}
        />
      )}
    </>
  )
}

function SignerText({ signer }: { signer: SentSigner }) {
  const { name, party, role, status, signed_at, viewed_at, comment, email, position, has_left } = signer
  const at = signed_at ?? viewed_at
  return (
    <>
      <span className="min-w-0 wrap-anywhere">
        <span className="numeric">{position}</span> {name} <span className="text-n11">for the {party}</span>
      </span>
      <span className="text-12 text-n11 wrap-anywhere">
        {role === 'copy' ? 'Gets a copy' : labelOf(status)}
        {at && ` ${instantText(at)}`}
        {comment && `: ${comment}`}
        {email && `, ${email}`}
      </span>
      {has_left && status !== 'signed' && (
        <span className="w-full text-12 text-red11">No longer acts for the {party}: name another signer</span>
      )}
    </>
  )
}

/** The signer waits for a mail that never arrived. */
const LostMail = ({ mail }: { mail: DeliveryFacts | undefined }) =>
  mail && (
    <span className="w-full text-12 text-red11 wrap-anywhere">
      The mail was {deliveryText(mail, instantText)}
    </span>
  )

function Remind({ document, signer }: { document: SentDocument; signer: SentSigner }) {
  const session = useSession()
  const remind = useAction('platform.document.remind', { success: 'A reminder is on its way' })
  const { reminded_at, has_left } = signer
  const open = can.remind(factsOf(document), session)
  // The sender alone sends reminders, and the sender alone reads `has_left`.
  const allowed = open === true ? maySign({ ...signer, has_left: has_left ?? false }, document.signers) : open
  return (
    <Button
      size="sm"
      busy={remind.busy}
      aria-label={`Remind ${signer.name}`}
      disabledReason={reasonOf(
        allowed === true ? mayRemind(reminded_at ? instant(reminded_at) : null, systemClock.now()) : allowed,
      )}
      onClick={() => void remind.run({ signer_id: signer.id })}
    >
      Remind
    </Button>
  )
}
