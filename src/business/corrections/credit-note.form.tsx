/** Crediting a document: all that is left of it, or an amount, with the reason (money.md §1.8). */
import { useState } from 'react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MoneyInput, Radios, TextArea } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { useGo } from '#web/ui/use-go.ts'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { can } from './credit-note.rules.ts'

export function CreditNoteAction({ document }: { document: InvoiceData }) {
  const session = useSession()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const [part, setPart] = useState('whole')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const unsaved = useUnsaved()
  const credit = useAction<{ id: string; human_id: string }>('transaction.invoice.credit', {
    success: (note) => `${note.human_id} credits ${document.human_id}`,
    onDone: (note) => {
      unsaved.clear()
      setOpen(false)
      go.to(pathOf({ category: session.category, path: 'transaction/invoice', id: note.id }))
    },
  })
  const form = useFirstFault(credit.errors)
  const viewer = { category: session.category, roles: session.roles, business_id: session.business.id }
  const facts = { ...document, type: document.type as InvoiceType } // A type of the database, as its entity lists them.
  if (can.credit(facts, viewer) !== true) return null
  const run = () => credit.run({ id: document.id, reason, ...(part === 'amount' ? { amount } : {}) })
  const close = () => {
    unsaved.clear()
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Credit note</Button>
      <Modal
        open={open}
        onClose={close}
        title={`Credit ${document.human_id}`}
        description="The document stays as it was issued; what is behind it is credited with it, and the difference is the agency’s."
        footer={
          <>
            <Button onClick={close}>Close</Button>
            <Button tone="primary" busy={credit.busy} onClick={() => void run()}>
              Issue credit note
            </Button>
          </>
        }
      >
        <form
          ref={form}
          onInput={unsaved.mark}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          {unsaved.guard}
          <Radios
            legend="How much"
            name="part"
            value={part}
            onChange={setPart}
            options={[
              { value: 'whole', label: 'All that is left of it' },
              { value: 'amount', label: 'An amount with VAT' },
            ]}
          />
          {part === 'amount' && (
            <MoneyInput
              label="Amount"
              required
              currency={document.currency?.alpha_code}
              value={amount}
              onChange={setAmount}
              error={credit.errors.amount}
            />
          )}
          <TextArea
            label="Reason"
            required
            rows={2}
            maxLength={2000}
            value={reason}
            onChange={setReason}
            error={credit.errors.reason}
          />
        </form>
      </Modal>
    </>
  )
}
