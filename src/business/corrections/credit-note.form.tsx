/** Crediting a document: all that is left of it, or an amount, with the reason (money.md §1.8). */

import { useState } from 'react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { amountText } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useGo } from '#web/ui/use-go.ts'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { can } from './credit-note.rules.ts'

export function CreditNoteAction({ document }: { document: InvoiceData }) {
  const session = useSession()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const viewer = { category: session.category, roles: session.roles, business_id: session.business.id }
  const facts = { ...document, type: document.type as InvoiceType } // A type of the database, as its entity lists them.
  if (can.credit(facts, viewer) !== true) return null
  const code = document.currency?.alpha_code
  const outstanding = amountText(document.outstanding_balance, code)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Credit note</Button>
      {open && (
        <VerbModal
          title={`Credit ${document.human_id}`}
          description="The invoice stays unchanged. A credit note is issued and the agency’s margin pays for it."
          action_id="transaction.invoice.credit"
          fixed={{ id: document.id }}
          initial={{ part: 'whole' }}
          fields={[
            {
              kind: 'radios',
              name: 'part',
              label: 'How much',
              options: [
                { value: 'whole', label: `Full outstanding amount (${outstanding})` },
                { value: 'amount', label: 'An amount with VAT' },
              ],
            },
            {
              kind: 'money',
              name: 'amount',
              label: 'Amount',
              currency: code,
              required: true,
              when: ({ part }) => part === 'amount',
            },
            { kind: 'area', name: 'reason', label: 'Reason', max: 2000, required: true },
          ]}
          input={({ part: _, ...input }) => input}
          submit="Issue credit note"
          success={(note: Made) => `${note.human_id} credits ${document.human_id}`}
          onDone={({ id }: Made) =>
            go.to(pathOf({ category: session.category, path: 'transaction/invoice', id }))
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
