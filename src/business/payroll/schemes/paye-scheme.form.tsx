/** An employer's registration with HMRC, and its allowances by tax year. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { reason_field } from '../../shared/form-choices.view.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { levy_charges, pay_sources, payment_frequencies } from './paye-scheme.entity.ts'
import { employer_types, LEVY_ALLOWANCE } from './paye-scheme.rules.ts'

const employer = {
  kind: 'pick',
  name: 'business_id',
  label: 'Employer',
  entity: 'business.business',
  shows: 'name',
  where: { type: { _in: [...employer_types] } },
  required: true,
} as const satisfies FormField<'business_id'>

const fields = [
  {
    kind: 'text',
    name: 'employer_reference',
    label: 'PAYE reference',
    required: true,
    placeholder: '123/AB45678',
  },
  {
    kind: 'text',
    name: 'accounts_office_reference',
    label: 'Accounts office reference',
    required: true,
    placeholder: '123PA00012345',
  },
  { kind: 'text', name: 'corporation_tax_reference', label: 'Corporation tax reference' },
  {
    kind: 'choice',
    name: 'payment_frequency',
    label: 'Pays HMRC',
    options: payment_frequencies,
    hint: 'Quarterly with an average bill under £1,500 a month',
    required: true,
  },
  {
    kind: 'choice',
    name: 'levy_charge',
    label: 'Apprenticeship levy',
    options: levy_charges,
    required: true,
  },
  {
    kind: 'text',
    name: 'associated_group',
    label: 'Associated group',
    hint: 'The same name for all schemes of connected employers',
  },
] as const satisfies readonly FormField[]

interface Made {
  readonly id: string
  readonly employer_reference: string
}

export function NewPayeSchemePage() {
  const { category } = useSession()
  const go = useGo()
  return (
    <>
      <PageHeader
        title="New PAYE scheme"
        back={{ to: pathOf({ category, path: 'paye/paye_scheme' }), label: 'PAYE Schemes' }}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          action_id="business.paye_scheme.create"
          fields={[category === 'provider' && employer, ...fields]}
          initial={{ payment_frequency: 'monthly', levy_charge: 'none' }}
          intro="The references are in HMRC’s letter to the employer."
          submit="Save"
          success={(made: Made) => `${made.employer_reference} saved`}
          onDone={({ id }: Made) => go.replace(pathOf({ category, path: 'paye/paye_scheme', id }))}
        />
      </div>
    </>
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function ChangePayeScheme({ row, onClose }: { row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Change PAYE scheme"
      action_id="business.paye_scheme.update"
      fixed={{ id: row.id }}
      initial={{
        employer_reference: text(row.employer_reference),
        accounts_office_reference: text(row.accounts_office_reference),
        corporation_tax_reference: text(row.corporation_tax_reference),
        payment_frequency: text(row.payment_frequency),
        levy_charge: text(row.levy_charge),
        associated_group: text(row.associated_group),
      }}
      fields={fields}
      submit="Save"
      success="PAYE scheme saved"
      onClose={onClose}
    />
  )
}

/** Nobody is paid under it any more. */
export function EndScheme({ row, onClose }: { row: ListRow; onClose: () => void }) {
  const { today } = useSession()
  return (
    <VerbModal
      title="End PAYE scheme"
      description="No pay run is opened and nobody is employed under it any more. Tell HMRC with the last return."
      action_id="business.paye_scheme.end"
      fixed={{ id: row.id }}
      initial={{ ended_on: today }}
      fields={[
        {
          kind: 'day',
          name: 'ended_on',
          label: 'Ended on',
          hint: 'On or after the last pay day',
          required: true,
        },
      ]}
      submit="End scheme"
      success="The PAYE scheme has ended"
      onClose={onClose}
    />
  )
}

export function UndoEnd({ row, onClose }: { row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      title="Undo the end"
      description="Possible until the last return of the PAYE scheme is ready to file."
      action_id="business.paye_scheme.undo_end"
      fixed={{ id: row.id }}
      fields={[reason_field]}
      submit="Undo the end"
      success="The PAYE scheme goes on"
      onClose={onClose}
    />
  )
}

const years = TAX_YEARS.map(({ name }) => ({ value: name, label: name })).reverse()

export function SetYear({ row, onClose }: { row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      title="Allowances of a tax year"
      description="They apply from 6 April on, and replace the entry of the same year."
      action_id="business.paye_scheme_year.set"
      fixed={{ paye_scheme_id: row.id }}
      initial={{
        tax_year: years[0]?.value ?? '',
        is_small_employer: false,
        claims_employment_allowance: false,
        levy_allowance: LEVY_ALLOWANCE,
      }}
      fields={[
        { kind: 'choice', name: 'tax_year', label: 'Tax year', options: years, required: true },
        { kind: 'check', name: 'is_small_employer', label: 'Small employer: recovers statutory pay in full' },
        { kind: 'check', name: 'claims_employment_allowance', label: 'Claims the employment allowance' },
        {
          kind: 'text',
          name: 'allowance_declared_by',
          label: 'Declared by',
          required: true,
          hint: 'The person that confirmed the employer’s right to it',
          when: ({ claims_employment_allowance }) => claims_employment_allowance,
        },
        { kind: 'money', name: 'levy_allowance', label: 'Levy allowance, a year', required: true },
      ]}
      submit="Save"
      success="Allowances saved"
      onClose={onClose}
    />
  )
}

export function ChooseSource({ row, onClose }: { row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      title="Choose pay"
      description="Payslips come from one source at a time: pay runs here, or the figures of a bureau."
      action_id="business.paye_scheme.set_source"
      fixed={{ id: row.id }}
      initial={{ source: text(row.source), opens_runs_ahead: row.opens_runs_ahead === true }}
      fields={[
        { kind: 'choice', name: 'source', label: 'Pay', options: pay_sources, required: true },
        {
          kind: 'check',
          name: 'opens_runs_ahead',
          label: 'Open the next pay run 14 days before its pay day',
          when: ({ source }) => source === 'engine',
        },
      ]}
      submit="Save"
      success="Pay chosen"
      onClose={onClose}
    />
  )
}
