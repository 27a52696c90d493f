/** One P45 or P60, with its file. */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { tax_form } from './tax-form.entity.ts'

export const tax_form_record = record({
  entity: tax_form,
  what: 'P45 or P60',
  title: 'contractor.name',
  meta: [{ field: 'kind' }, { field: 'issued_on' }],
  currency: 'currency.alpha_code',
  cards: [
    {
      title: 'Form',
      facts: [
        { field: 'contractor.name', label: 'Worker' },
        { field: 'kind' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'tax_year', cell: (row) => taxYearName(Number(row.tax_year)) },
        { field: 'issued_on' },
        { field: 'is_copy' },
        { field: 'tax_code' },
        { field: 'pay_to_date' },
        { field: 'tax_to_date' },
      ],
    },
  ],
})

export function TaxFormPage() {
  return (
    <RecordPage
      screen={tax_form_record}
      actions={(row) => (
        <a href={`/api/pdf/tax_form/${row.id}?download=1`} className={buttonClass()}>
          Download
        </a>
      )}
    />
  )
}
