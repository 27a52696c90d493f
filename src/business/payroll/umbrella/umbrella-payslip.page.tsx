/** A payslip of an umbrella company beside its illustration, and the answer to the warning. */
import { useState } from 'react'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { umbrella_payslip } from './umbrella-payslip.entity.ts'
import { can } from './umbrella-payslip.rules.ts'

const umbrella_payslip_record = record({
  entity: umbrella_payslip,
  what: 'Umbrella payslip',
  title: 'contractor.name',
  badge: 'status',
  meta: [{ field: 'umbrella.name' }, { field: 'period_end' }],
  fields: ['contractor_id', 'umbrella_id'],
  cards: [
    {
      title: 'Payslip',
      facts: [
        {
          field: 'contractor.name',
          label: 'Worker',
          link: (row, category) =>
            pathOf({ category, path: 'business/contractor', id: String(row.contractor_id) }),
        },
        {
          field: 'umbrella.name',
          label: 'Umbrella',
          link: (row, category) =>
            pathOf({ category, path: 'business/umbrella', id: String(row.umbrella_id) }),
        },
        { field: 'agency.name', label: 'Agency' },
        { field: 'period_start' },
        { field: 'period_end' },
        { field: 'gross_pay' },
        { field: 'income_tax' },
        { field: 'employee_ni' },
        { field: 'employer_ni' },
        { field: 'created_by_name' },
        { field: 'updated_at' },
      ],
    },
    {
      title: 'Illustration',
      facts: [
        { field: 'income' },
        { field: 'margin' },
        { field: 'illustrated_gross' },
        { field: 'status' },
        { field: 'explanation', wide: true },
      ],
    },
  ],
})

export function UmbrellaPayslipPage() {
  return <RecordPage screen={umbrella_payslip_record} actions={(row) => <Actions row={row} />} />
}

function Actions({ row }: { row: ListRow }) {
  const session = useSession()
  const go = useGo()
  const [asked, setAsked] = useState<'explain' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const facts = { status: row.status as 'agrees' | 'low' | 'explained' } // The choice of the field.
  const remove = useAction('transaction.umbrella_payslip.remove', {
    success: 'The payslip is removed',
    onDone: () => go.replace(pathOf({ category: session.category, path: 'paye/umbrella_payslip' })),
  })
  return (
    <>
      {can.remove(facts, session) === true && (
        <Button verb="transaction.umbrella_payslip.remove" onClick={() => setAsked('remove')}>
          Remove
        </Button>
      )}
      {can.explain(facts, session) === true && (
        <Button
          tone="primary"
          verb="transaction.umbrella_payslip.explain"
          onClick={() => setAsked('explain')}
        >
          Explain
        </Button>
      )}
      {asked === 'explain' && (
        <VerbModal
          title="Why is the pay below the illustration?"
          description="Ask the umbrella company. Your agency is liable for its PAYE."
          action_id="transaction.umbrella_payslip.explain"
          fixed={{ id: row.id }}
          fields={[{ kind: 'area', name: 'explanation', label: 'Explanation', required: true, max: 4000 }]}
          submit="Save"
          success="The explanation is saved"
          onClose={close}
        />
      )}
      <ConfirmAction
        open={asked === 'remove'}
        onClose={close}
        label="Remove"
        description="The payslip is taken out, so that the right one is recorded."
        onConfirm={async () => (await remove.run({ id: row.id })) !== undefined}
      />
    </>
  )
}
