/** A document's actions: buttons and keys (experience.md, page 5). */

import { BellRing, Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { notify } from '#web/ui/Toast.tsx'
import { CreditNoteAction } from '../corrections/credit-note.form.tsx'
import { CreditNoteUse } from '../corrections/credit-use.form.tsx'
import { DisputeAction } from '../credit-control/dispute.form.tsx'
import { ReassignAction } from '../funding/recourse.card.tsx'
import { mayChase } from '../invoices/chase.rules.ts'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'

export function InvoiceActions({ document, pdf }: { document: InvoiceData; pdf: string }) {
  const session = useSession()
  const send = useAction<{ to: readonly string[] }>('transaction.invoice.send', {
    success: `${document.human_id} is being sent. See the mail log`,
  })
  const [isSending, setSending] = useState(false)
  const sends = session.category === 'provider' || session.category === 'agency'
  const download = `${pdf}?download=1`
  useShortcuts([
    { keys: 'd', label: 'Download PDF', group: 'Invoice', run: () => location.assign(download) },
    ...(sends ? [{ keys: 'm', label: 'Send by mail', group: 'Invoice', run: () => setSending(true) }] : []),
  ])
  return (
    <>
      <DisputeAction document={document} />
      <CreditNoteAction document={document} />
      <CreditNoteUse document={document} />
      <ReassignAction invoice={document} />
      <ChaseAction document={document} />
      <a href={download} className={buttonClass()}>
        <Download size={15} aria-hidden /> Download PDF
      </a>
      {sends && (
        <Button tone="primary" icon={Mail} busy={send.busy} shortcut="m" onClick={() => setSending(true)}>
          Send by mail
        </Button>
      )}
      <ConfirmAction
        open={isSending}
        onClose={() => setSending(false)}
        label="Send"
        description={`Send ${document.human_id} with its PDF to ${document.to_invoice_entity?.business_name ?? ''}?`}
        onConfirm={async () => (await send.run({ id: document.id })) !== undefined}
      />
    </>
  )
}

/** Spec §2, the chase rule; a debt that is not due yet explains itself. */
function ChaseAction({ document }: { document: InvoiceData }) {
  const { today, allowed_actions } = useSession()
  const [isAsking, setAsking] = useState(false)
  const chase = useAction<{ to: readonly string[] }>('transaction.invoice.chase', {
    success: ({ to }) => `The letter is on its way to ${to.join(', ')}`,
  })
  const may =
    allowed_actions.includes('transaction.invoice.chase') && isClientFacing(document.type as InvoiceType) // As the entity declares it.
  const reason = reasonOf(mayChase(document, today))
  const ask = () => (reason === null ? setAsking(true) : notify.info(reason))
  useShortcuts(may ? [{ keys: 'c', label: 'Chase', group: 'Invoice', run: ask }] : [])
  if (!may) return null
  return (
    <>
      <Button icon={BellRing} busy={chase.busy} disabledReason={reason} shortcut="c" onClick={ask}>
        Chase
      </Button>
      <ConfirmAction
        open={isAsking}
        onClose={() => setAsking(false)}
        label="Chase"
        description={`Send a reminder for ${document.human_id} (${amountText(document.outstanding_balance, document.currency?.alpha_code)}, ${countText(document.days_overdue ?? 0, 'day')} overdue) to ${document.to_invoice_entity?.business_name ?? ''}?`}
        onConfirm={async () => (await chase.run({ ids: [document.id] })) !== undefined}
      />
    </>
  )
}
