/** The fields of a single document, for its form and its correction. */
import type { FormField } from '#web/form/fields.ts'
import type { Option } from '#web/ui/inputs.tsx'
import { client_field, currency_field, funder_field, tax_field } from '../shared/form-choices.view.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'

type Picked = { readonly party?: Option | undefined; readonly funder?: Option | undefined }

const content: readonly FormField[] = [
  { kind: 'text', name: 'title', label: 'Title', required: true },
  { kind: 'money', name: 'amount', label: 'Net amount', required: true },
  currency_field,
  tax_field,
  { kind: 'text', name: 'po_number', label: 'PO number' },
]
const description: FormField = { kind: 'area', name: 'description', label: 'Description', required: true }

/** The funder that reads the document once it is raised. */
const reader = (picked?: Option): FormField => ({
  ...funder_field,
  label: 'Shown to funder',
  hint: 'Reads the raised document, and does not finance it',
  picked,
})

/** @param picked the rows of the present values */
export function singleFields(kind: SingleKind, { party, funder }: Picked = {}): readonly FormField[] {
  const fields: Record<SingleKind, readonly FormField[]> = {
    sales_invoice: [
      { ...client_field, picked: party },
      ...content,
      {
        kind: 'whole',
        name: 'payment_terms',
        label: 'Payment terms, days',
        hint: 'Leave empty for the client’s own terms',
      },
      { kind: 'text', name: 'reference', label: 'Reference' },
    ],
    purchase_ledger: [
      {
        kind: 'pick',
        name: 'supplier_id',
        label: 'Supplier',
        entity: 'business.business',
        shows: 'name',
        where: { type: { _in: ['limited', 'umbrella', 'selfemployed', 'payer'] } },
        picked: party,
        required: true,
      },
      { kind: 'text', name: 'reference', label: 'Number of the bill', required: true },
      { kind: 'whole', name: 'payment_terms', label: 'Payment terms, days', required: true },
      ...content,
    ],
    adhoc_fee: [...content, { kind: 'whole', name: 'payment_terms', label: 'Payment terms, days' }],
  }
  return [...fields[kind], reader(funder), description]
}
