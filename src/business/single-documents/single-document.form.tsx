/** Entering a document that stands alone: the agency's invoice, a supplier's bill, a fee of the provider. */

import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField, Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field, client_field, currency_field, tax_field } from '../shared/form-choices.view.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { single_words } from './single-document.rules.ts'

const content: readonly FormField[] = [
  { kind: 'text', name: 'title', label: 'Title', required: true },
  { kind: 'money', name: 'amount', label: 'Net amount', required: true },
  currency_field,
  tax_field,
  { kind: 'text', name: 'po_number', label: 'PO number' },
]
const description: FormField = { kind: 'area', name: 'description', label: 'Description', required: true }

const fields: Record<SingleKind, readonly FormField[]> = {
  sales_invoice: [
    client_field,
    ...content,
    {
      kind: 'whole',
      name: 'payment_terms',
      label: 'Payment terms, days',
      hint: 'Leave empty for the client’s own terms',
    },
    { kind: 'text', name: 'reference', label: 'Reference' },
    description,
  ],
  purchase_ledger: [
    {
      kind: 'pick',
      name: 'supplier_id',
      label: 'Supplier',
      entity: 'business.business',
      shows: 'name',
      where: { type: { _in: ['limited', 'umbrella', 'selfemployed', 'payer'] } },
      required: true,
    },
    { kind: 'text', name: 'reference', label: 'Number of the bill', required: true },
    { kind: 'whole', name: 'payment_terms', label: 'Payment terms, days', required: true },
    ...content,
    description,
  ],
  adhoc_fee: [
    ...content,
    { kind: 'whole', name: 'payment_terms', label: 'Payment terms, days' },
    description,
  ],
}

function NewSingle({ kind }: { kind: SingleKind }) {
  const { category } = useSession()
  const go = useGo()
  const name = single_words[kind]
  return (
    <>
      <PageHeader
        title={`New ${name.toLowerCase()}`}
        back={{ to: pathOf({ category, path: `contract/${kind}` }), label: `${name}s` }}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          action_id={`contract.${kind}.create`}
          fields={[category === 'provider' && agency_field, ...fields[kind]]}
          initial={{ currency: 'GBP' }}
          submit="Save as draft"
          success={(made: Made) => `${made.human_id} is entered`}
          onDone={({ id }: Made) => go.replace(pathOf({ category, path: `contract/${kind}`, id }))}
        />
      </div>
    </>
  )
}

export const NewSalesInvoicePage = () => <NewSingle kind="sales_invoice" />
export const NewPurchaseLedgerPage = () => <NewSingle kind="purchase_ledger" />
export const NewAdhocFeePage = () => <NewSingle kind="adhoc_fee" />
