/** The section Agreements in the form of a new contractor: the documents that they will sign or read. */
import type { FormPart } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { agreementsOf } from './agreements.rules.ts'

type Paid = { readonly payment_type: string }
const items = ({ payment_type }: Paid) =>
  agreementsOf(payment_type).map(({ label, does }) => ({ label, value: does }))

export const agreements_section = [
  section('agreements_section', 'Agreements'),
  {
    kind: 'custom',
    name: 'agreements',
    label: 'Agreements',
    render: ({ values }: FormPart<Paid>) => (
      <div className="flex flex-col gap-1">
        <p className="text-n11">The contractor signs and reads these after the approval.</p>
        <PropertiesTable items={items(values)} />
      </div>
    ),
    review: items,
  },
] as const
