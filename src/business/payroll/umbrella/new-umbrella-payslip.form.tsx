/** Records one payslip of an umbrella company by hand. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field } from '../../shared/form-choices.view.ts'

const money = (name: string, label: string) => ({ kind: 'money', name, label, required: true }) as const

export function NewUmbrellaPayslipPage() {
  const { category } = useSession()
  const go = useGo()
  return (
    <>
      <PageHeader
        title="Record umbrella payslip"
        back={{ to: pathOf({ category, path: 'paye/umbrella_payslip' }), label: 'Umbrella Payslips' }}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          intro="Compared with the illustration of the work that the company was paid for in these days."
          action_id="transaction.umbrella_payslip.record"
          fields={[
            category === 'provider' && agency_field,
            {
              kind: 'pick',
              name: 'contractor_id',
              label: 'Worker',
              entity: 'business.contractor',
              shows: 'name',
              where: {
                _or: [
                  { payment_type: { _eq: 'umbrella' } },
                  { payees: { payment_type: { _eq: 'umbrella' } } },
                ],
              },
              required: true,
            },
            { kind: 'day', name: 'period_start', label: 'From', required: true },
            { kind: 'day', name: 'period_end', label: 'To', required: true },
            money('gross_pay', 'Gross pay'),
            money('income_tax', 'Income tax'),
            money('employee_ni', 'Employee NI'),
            money('employer_ni', 'Employer NI'),
            money('margin', 'Margin a week'),
          ]}
          submit="Record payslip"
          success={({ status }: Answer) =>
            status === 'low' ? 'The pay is below the illustration' : 'The pay agrees with the illustration'
          }
          onDone={({ id }: Answer) => go.replace(pathOf({ category, path: 'paye/umbrella_payslip', id }))}
        />
      </div>
    </>
  )
}

interface Answer {
  readonly id: string
  readonly status: 'agrees' | 'low'
}
