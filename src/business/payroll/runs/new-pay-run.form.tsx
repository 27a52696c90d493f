/** Opens the pay run of an employer for a pay day. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { pay_frequencies } from '../employment/employment.entity.ts'
import { type PayrollStart, usePayrollStart } from '../employment/payroll-start.hook.ts'

export function NewPayRunPage() {
  const { category } = useSession()
  const start = usePayrollStart(null, ['engine'])
  return (
    <>
      <PageHeader
        title="New pay run"
        back={{ to: pathOf({ category, path: 'paye/pay_run' }), label: 'Pay Runs' }}
      />
      <div className="max-w-140 px-4 pb-6">
        <RecordState query={start} what="Page">
          {(from) => (from.has_scheme ? <OpenPayRun scheme={from.scheme} /> : <NoneCalculated />)}
        </RecordState>
      </div>
    </>
  )
}

function NoneCalculated() {
  const { category } = useSession()
  return (
    <div className="flex flex-col items-start gap-3">
      <p>No PAYE scheme has calculated pay yet. Choose it on the page of the scheme.</p>
      <Link to={pathOf({ category, path: 'paye/paye_scheme' })} className={buttonClass('primary')}>
        PAYE schemes
      </Link>
    </div>
  )
}

function OpenPayRun({ scheme }: { scheme: PayrollStart['scheme'] }) {
  const { category } = useSession()
  const go = useGo()
  return (
    <VerbForm
      columns={1}
      intro="Takes the approved work that waits for its pay, of workers who are paid this often."
      action_id="transaction.pay_run.open"
      initial={{ paye_scheme_id: scheme?.value ?? '', frequency: 'week' }}
      fields={[
        {
          kind: 'pick',
          name: 'paye_scheme_id',
          label: 'PAYE scheme',
          entity: 'business.paye_scheme',
          shows: 'employer_reference',
          where: { source: { _eq: 'engine' } },
          picked: scheme ?? undefined,
          required: true,
        },
        { kind: 'choice', name: 'frequency', label: 'Paid', options: pay_frequencies, required: true },
        { kind: 'day', name: 'pay_day', label: 'Pay day', required: true },
      ]}
      submit="Open pay run"
      success={(run: Made) => `${run.human_id} is open and is being calculated`}
      onDone={({ id }: Made) => go.replace(pathOf({ category, path: 'paye/pay_run', id }))}
    />
  )
}
