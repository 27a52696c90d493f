/** The P45 and P60s of an employment, newest first. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { tax_form_kinds } from './tax-form.entity.ts'

const document = gql(`query tax_forms($id: uuid!) {
  forms: transaction_tax_form(
    where: { employment_id: { _eq: $id } } order_by: [{ created_at: desc }, { id: asc }] limit: 50
  ) { id kind tax_year is_copy year_correction_id issued_on created_by_name }
}`)

const years = TAX_YEARS.map(({ name }) => ({ value: name, label: name }))

export function TaxForms({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asked, setAsked] = useState(false)
  const query = useQuery({
    queryKey: ['tax_forms', employment_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: employment_id }, signal)).forms,
  })
  if (!query.data) return null
  const action = isOneOf(session, { provider: provider_staff }) && (
    <Button size="sm" onClick={() => setAsked(true)}>
      Issue
    </Button>
  )
  return (
    <>
      <RowsCard title="P45 and P60" empty="No P45 or P60." action={action}>
        {query.data.map((form) => (
          <RowLine key={form.id} action={null}>
            <Link to={pathOf({ category: session.category, path: 'paye/tax_form', id: form.id })}>
              {labelIn(tax_form_kinds, form.kind)}
            </Link>
            {form.is_copy ? <span>Copy</span> : form.year_correction_id && <span>After the correction</span>}
            <span>{dayText(form.issued_on)}</span>
            <span className="text-n11">{form.created_by_name}</span>
          </RowLine>
        ))}
      </RowsCard>
      {asked && (
        <VerbModal
          title="Issue P45 or P60"
          description="The worker reads it at once. A second one is a copy of the first; after a correction of the year, a P60 replaces it."
          action_id="transaction.tax_form.issue"
          fixed={{ employment_id }}
          initial={{ kind: 'p45', tax_year: years.at(0)?.value ?? '' }}
          fields={[
            { kind: 'choice', name: 'kind', label: 'Form', options: tax_form_kinds, required: true },
            {
              kind: 'choice',
              name: 'tax_year',
              label: 'Tax year',
              options: years,
              required: true,
              when: ({ kind }: { kind: string }) => kind === 'p60',
            },
          ]}
          submit="Issue"
          success={({ is_copy }: { is_copy: boolean }) =>
            is_copy ? 'A copy is issued' : 'The form is issued'
          }
          onClose={() => {
            setAsked(false)
            void query.refetch()
          }}
        />
      )}
    </>
  )
}
