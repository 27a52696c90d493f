/** Forms of an employment: its start, its changes and its end. */
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { pay_sources } from '../schemes/paye-scheme.entity.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { director_methods, pay_frequencies } from './employment.entity.ts'
import { type PayrollStart, usePayrollStart } from './payroll-start.hook.ts'
import { allowanceFaults } from './rolled-up.rules.ts'

const declarations = [
  { value: 'A', label: 'A: first job of this tax year' },
  { value: 'B', label: 'B: only job now, another one earlier this tax year' },
  { value: 'C', label: 'C: another job or pension besides' },
  { value: 'none', label: 'No declaration given' },
] as const

const frequency = {
  kind: 'choice',
  name: 'pay_frequency',
  label: 'Paid',
  options: pay_frequencies,
  required: true,
} as const

const postcode = { kind: 'text', name: 'workplace_postcode', label: 'Workplace postcode', max: 10 } as const
const irregular = { kind: 'check', name: 'is_irregular_hours', label: 'Irregular hours' } as const

const irregularly_paid = {
  kind: 'check',
  name: 'is_irregularly_paid',
  label: 'Paid irregularly',
  hint: 'No pay is expected for three months or more',
  wide: true,
} as const

const rolled_up = {
  kind: 'text',
  max: 8,
  leave: allowanceFaults,
  name: 'rolled_up_percent',
  label: 'Rolled-up holiday, %',
  hint: 'Irregular hours only: the part of the rate that is holiday pay, on a line of its own',
} as const

const retained = {
  kind: 'text',
  max: 8,
  leave: allowanceFaults,
  name: 'retained_percent',
  label: 'Retained holiday, %',
  hint: 'Held besides the pay until holiday is taken',
} as const

const director = [
  { kind: 'day', name: 'director_from', label: 'Director from' },
  { kind: 'day', name: 'director_to', label: 'Director to' },
  {
    kind: 'choice',
    name: 'director_method',
    label: 'Director’s NI',
    options: director_methods,
    placeholder: 'No director',
  },
] as const

interface Values extends Readonly<Record<string, string | boolean>> {
  readonly has_p45: boolean
}

const hasP45 = ({ has_p45 }: Values) => has_p45

const p45: readonly FormField<string, Values>[] = [
  { kind: 'check', name: 'has_p45', label: 'The worker brought a P45', wide: true },
  { kind: 'day', name: 'p45_leave_date', label: 'Leave date', required: true, when: hasP45 },
  { kind: 'text', name: 'p45_tax_code', label: 'Tax code', required: true, max: 15, when: hasP45 },
  { kind: 'money', name: 'p45_pay_to_date', label: 'Pay to date', when: hasP45 },
  { kind: 'money', name: 'p45_tax_to_date', label: 'Tax to date', when: hasP45 },
  { kind: 'whole', name: 'p45_period', label: 'Tax week or month', when: hasP45 },
  { kind: 'check', name: 'p45_is_week1', label: 'Week 1 or month 1 basis', when: hasP45 },
  {
    kind: 'check',
    name: 'p45_student_loan',
    label: 'Student loan continues',
    hint: 'The worker knows its plan: start it on the tab Loans',
    when: hasP45,
  },
]

const fieldsFrom = ({ worker, scheme }: PayrollStart): readonly FormField<string, Values>[] => [
  {
    kind: 'pick',
    name: 'contractor_id',
    label: 'Worker',
    entity: 'business.contractor',
    shows: 'name',
    where: {
      _or: [
        { payment_type: { _in: ['paye', 'limited'] } },
        { payees: { payment_type: { _in: ['paye', 'limited'] } } },
      ],
    },
    picked: worker ?? undefined,
    required: true,
  },
  {
    kind: 'pick',
    name: 'paye_scheme_id',
    label: 'PAYE scheme',
    entity: 'business.paye_scheme',
    shows: 'employer_reference',
    picked: scheme ?? undefined,
    required: true,
  },
  {
    kind: 'text',
    name: 'payroll_id',
    label: 'Payroll id',
    required: true,
    max: 35,
    hint: 'A worker who comes back gets a new one',
  },
  { kind: 'day', name: 'start_date', label: 'Start date', required: true },
  {
    kind: 'check',
    name: 'off_payroll',
    label: 'Off-payroll worker',
    hint: 'Paid through a limited company inside IR35: tax and National Insurance are deducted from the fee',
    wide: true,
  },
  frequency,
  postcode,
  irregular,
  irregularly_paid,
  rolled_up,
  retained,
  section('director', 'Directors only'),
  ...director,
  section('starter', 'Starter'),
  {
    kind: 'choice',
    name: 'starter_declaration',
    label: 'Starter declaration',
    options: declarations,
    placeholder: 'Choose',
    hint: 'Not needed with a P45 of this tax year, or for a start in an earlier one',
  },
  ...p45,
]

/** The verb's input: all fields but the tick and the headings. */
const withoutTick = ({ has_p45: _, director: _d, starter: _s, ...input }: Record<string, unknown>) => input

export function NewEmploymentPage() {
  const session = useSession()
  const { category } = session
  const { id } = usePlace()
  const start = usePayrollStart(
    id,
    pay_sources.map(({ value }) => value),
  )
  if (!isOneOf(session, payroll_keepers)) return <NotFound what="Page" />
  return (
    <>
      <PageHeader
        title="New employment"
        back={{ to: pathOf({ category, path: 'paye/employment' }), label: 'Employments' }}
      />
      <div className="max-w-200 px-4 pb-6">
        <RecordState query={start} what="Page">
          {(from) => (from.has_scheme ? <StartEmployment from={from} /> : <NoScheme />)}
        </RecordState>
      </div>
    </>
  )
}

function NoScheme() {
  const { category } = useSession()
  return (
    <div className="flex flex-col items-start gap-3">
      <p>An employment belongs to a PAYE scheme, the employer’s registration with HMRC. There is none yet.</p>
      <Link to={pathOf({ category, path: 'paye/new_paye_scheme' })} className={buttonClass('primary')}>
        New PAYE scheme
      </Link>
    </div>
  )
}

function StartEmployment({ from }: { from: PayrollStart }) {
  const { category, today } = useSession()
  const go = useGo()
  return (
    <VerbForm
      action_id="business.employment.start"
      fields={fieldsFrom(from)}
      initial={{
        has_p45: false,
        contractor_id: from.worker?.value ?? '',
        paye_scheme_id: from.scheme?.value ?? '',
        start_date: today,
        pay_frequency: 'week',
      }}
      input={withoutTick}
      submit="Start employment"
      success="Employment started"
      onDone={({ id }: { readonly id: string }) =>
        go.replace(pathOf({ category, path: 'paye/employment', id }))
      }
    />
  )
}

interface Props {
  readonly row: ListRow
  readonly onClose: () => void
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function ChangeEmployment({ row, onClose }: Props) {
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Change employment"
      action_id="business.employment.change"
      fixed={{ id: row.id }}
      initial={{
        pay_frequency: text(row.pay_frequency),
        workplace_postcode: text(row.workplace_postcode),
        is_irregular_hours: row.is_irregular_hours === true,
        is_irregularly_paid: row.is_irregularly_paid === true,
        rolled_up_percent: row.rolled_up_percent === null ? '' : String(row.rolled_up_percent ?? ''),
        retained_percent: row.retained_percent === null ? '' : String(row.retained_percent ?? ''),
        director_from: text(row.director_from),
        director_to: text(row.director_to),
        director_method: text(row.director_method),
      }}
      fields={[frequency, postcode, irregular, irregularly_paid, rolled_up, retained, ...director]}
      submit="Save"
      success="Employment saved"
      onClose={onClose}
    />
  )
}

export function RenumberEmployment({ row, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Change payroll id"
      action_id="business.employment.renumber"
      fixed={{ id: row.id }}
      initial={{ payroll_id: '', effective_from: today }}
      fields={[
        { kind: 'text', name: 'payroll_id', label: 'New payroll id', required: true, max: 35 },
        {
          kind: 'day',
          name: 'effective_from',
          label: 'From pay day',
          required: true,
          hint: 'The next Full Payment Submission states both ids',
        },
      ]}
      submit="Change payroll id"
      success="Payroll id changed"
      onClose={onClose}
    />
  )
}

export function LeaveEmployment({ row, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      title="End employment"
      action_id="business.employment.leave"
      fixed={{ id: row.id }}
      initial={{ leave_date: text(row.leave_date) || today }}
      fields={[
        {
          kind: 'day',
          name: 'leave_date',
          label: 'Leave date',
          required: true,
          hint: 'The last day of work at the earliest',
        },
      ]}
      submit="End employment"
      success="Leave date saved"
      onClose={onClose}
    />
  )
}
