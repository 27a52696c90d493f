/** The steps of a document for signature: its signer's and its sender's. */
import { useState } from 'react'
import { instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { type SentDocument, useIsSender } from './signature-document.hook.ts'
import { can, type DocumentFacts, nextSigners } from './signing.rules.ts'

export const factsOf = ({
  status,
  title,
  expires_at,
  missing,
  signed_with,
  parent_entity,
}: SentDocument): DocumentFacts => ({
  status,
  title,
  expires_at: expires_at === null ? null : instant(expires_at),
  missing: missing ?? [],
  signed_with,
  parent_entity,
})

export function DocumentSteps({ document }: { document: SentDocument }) {
  const session = useSession()
  const is_sender = useIsSender(document.parent_entity)
  const [isVoiding, setVoiding] = useState(false)
  const taken = useAction('platform.document.void', {
    shows: ['comment'],
    success: 'The document was taken back',
  })
  const sent = useAction('platform.document.send', { success: 'The document is on its way' })
  const { id, title, status, signers } = document
  const mine = nextSigners(signers).find((one) => one.contact_id === session.business_contact_id)
  return (
    <>
      {mine && status === 'inprogress' && <SignNow document={document} signer_id={mine.id} />}
      {is_sender && status === 'draft' && (
        <Button
          tone="primary"
          busy={sent.busy}
          disabledReason={reasonOf(can.send(factsOf(document), session))}
          onClick={() => void sent.run({ id })}
        >
          Send
        </Button>
      )}
      {is_sender && can.void(factsOf(document), session) === true && (
        <Button tone="danger" aria-label={`Take ${title} back`} onClick={() => setVoiding(true)}>
          Take back
        </Button>
      )}
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
    </>
  )
}

/** Opens the page of the link as oneself, here or at Documenso. */
function SignNow({ document, signer_id }: { document: SentDocument; signer_id: string }) {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const input = { document_id: document.id, signer_id, return_url: window.location.pathname }
      const { url } = await call<{ url: string }>('/api/permission/createEmbbedSignLink', input)
      window.location.assign(url)
    } catch (error) {
      setBusy(false)
      tellFailure(error)
    }
  }
  return (
    <Button tone="primary" busy={busy} onClick={() => void open()}>
      {document.signed_with === null ? 'Read and sign' : 'Sign with Documenso'}
    </Button>
  )
}
