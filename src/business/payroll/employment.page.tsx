/** One employment: its facts, and the history of tax codes and National Insurance categories. */
import { useState } from 'react'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { Absences } from './absence/absences.card.tsx'
import { AgreedDeductions } from './agreed/agreed-deductions.card.tsx'
import { AttachmentOrders, StudentLoans } from './employment/deductions.card.tsx'
import { employment } from './employment/employment.entity.ts'
import { ChangeEmployment, LeaveEmployment, RenumberEmployment } from './employment/employment.form.tsx'
import { AddNiCategory, AddTaxCode } from './employment/tax-details.form.tsx'
import { YearCorrections } from './ended-years/year-corrections.card.tsx'
import { EmploymentHistory, FactsToday } from './history/employment-history.card.tsx'
import { HolidayFund } from './holiday/holiday.card.tsx'
import { LetterCorrections } from './letters/letter-corrections.card.tsx'
import { Overpayments } from './overpayments/overpayments.card.tsx'
import { Pension } from './pension/pension.card.tsx'
import { TaxForms } from './returns/tax-forms.card.tsx'
import { pay_run_payslips_tab } from './runs/pay-run.list.tsx'
import { payroll_keepers } from './schemes/paye-scheme.rules.ts'
import { WhatIf } from './what-if/what-if.card.tsx'
import { EmploymentYear } from './workspace/employment-year.card.tsx'

const newest_first = 'order_by: [{ effective_from: desc }, { created_at: desc }]'

export const employment_record = record({
  entity: employment,
  what: 'Employment',
  title: 'contractor.name',
  meta: [{ field: 'payroll_id' }, { field: 'paye_scheme.employer_reference' }],
  fields: ['worker.individual.date_of_birth', 'paye_scheme_id'],
  cards: [
    {
      title: 'Employment',
      facts: [
        { field: 'contractor.name', label: 'Worker' },
        { field: 'paye_scheme.business.name', label: 'Employer' },
        { field: 'payroll_id' },
        { field: 'former_payroll_id', when_set: true },
        { field: 'payroll_id_from', when_set: true },
        { field: 'start_date' },
        { field: 'leave_date', when_set: true },
        { field: 'pay_frequency' },
        { field: 'off_payroll' },
        { field: 'is_irregular_hours' },
        { field: 'is_irregularly_paid' },
        { field: 'rolled_up_percent', when_set: true },
        { field: 'retained_percent', when_set: true },
        { field: 'workplace_postcode', when_set: true },
        { field: 'director_from', when_set: true },
        { field: 'director_to', when_set: true },
        { field: 'director_method', when_set: true },
      ],
    },
    {
      title: 'Starter',
      facts: [
        { field: 'starter_declaration' },
        { field: 'p45_leave_date', when_set: true },
        { field: 'p45_tax_code', when_set: true },
        { field: 'p45_is_week1', when_set: true },
        { field: 'p45_period', when_set: true },
        { field: 'p45_pay_to_date', when_set: true },
        { field: 'p45_tax_to_date', when_set: true },
        { field: 'p45_student_loan', when_set: true },
        { field: 'created_by_name' },
        { field: 'updated_at' },
      ],
    },
  ],
  tables: [
    {
      title: 'Tax codes',
      relation: 'tax_codes',
      columns: [
        { field: 'effective_from' },
        { field: 'effective_to' },
        { field: 'code' },
        { field: 'is_week1' },
        { field: 'source' },
        { field: 'notice_date' },
        { field: 'previous_pay' },
        { field: 'previous_tax' },
        { field: 'created_by_name' },
        { field: 'deleted_at' },
      ],
      args: newest_first,
      empty: 'No tax code. Add the code of the worker’s notice.',
      part: 'tax',
    },
    {
      title: 'Payroll takeover',
      relation: 'payroll_takeovers',
      columns: [
        { field: 'last_pay_day' },
        { field: 'source' },
        { field: 'taxable_pay' },
        { field: 'income_tax' },
        { field: 'ni_letter' },
        { field: 'employee_ni' },
        { field: 'employer_ni' },
        { field: 'created_by_name' },
      ],
      args: 'order_by: [{ created_at: desc }]',
      empty: 'No figures of another payroll.',
      part: 'tax',
    },
    {
      title: 'NI categories',
      relation: 'ni_categories',
      columns: [
        { field: 'effective_from' },
        { field: 'effective_to' },
        { field: 'letter' },
        { field: 'evidence' },
        { field: 'reason' },
        { field: 'is_correction' },
        { field: 'created_by_name' },
        { field: 'deleted_at' },
      ],
      args: newest_first,
      empty: 'No NI category.',
      part: 'ni',
    },
  ],
  tabs: (id) => [pay_run_payslips_tab('employment_id', id)],
})

export function EmploymentPage() {
  return (
    <RecordPage
      screen={employment_record}
      actions={(row) => <Actions row={row} />}
      before={(row) => <FactsToday employment_id={row.id} />}
      after={(row) => <WhatIf employment_id={row.id} />}
      parts={[
        { id: 'tax', label: 'Tax', content: (row) => <TaxForms employment_id={row.id} /> },
        {
          id: 'ni',
          label: 'NI',
          content: (row) => (
            <>
              <LetterCorrections employment_id={row.id} />
              <YearCorrections employment_id={row.id} />
            </>
          ),
        },
        { id: 'loans', label: 'Loans', content: (row) => <StudentLoans employment_id={row.id} /> },
        {
          id: 'pension',
          label: 'Pension',
          content: (row) => <Pension employment_id={row.id} paye_scheme_id={String(row.paye_scheme_id)} />,
        },
        {
          id: 'orders',
          label: 'Orders',
          content: (row) => (
            <>
              <AttachmentOrders employment_id={row.id} />
              <AgreedDeductions employment_id={row.id} />
            </>
          ),
        },
        {
          id: 'overpayment',
          label: 'Overpayment',
          content: (row) => <Overpayments employment_id={row.id} />,
        },
        { id: 'absences', label: 'Absences', content: (row) => <Absences employment_id={row.id} /> },
        {
          id: 'holiday',
          label: 'Holiday',
          content: (row) => <HolidayFund employment_id={row.id} />,
        },
        {
          id: 'year',
          label: 'Year to date',
          content: (row) => (
            <EmploymentYear employment_id={row.id} paye_scheme_id={String(row.paye_scheme_id)} />
          ),
        },
        {
          id: 'history',
          label: 'History',
          content: (row) => <EmploymentHistory employment_id={row.id} />,
        },
      ]}
    />
  )
}

const dialogs = {
  change: ChangeEmployment,
  leave: LeaveEmployment,
  renumber: RenumberEmployment,
  code: AddTaxCode,
  letter: AddNiCategory,
}

function Actions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asked, setAsked] = useState<keyof typeof dialogs | null>(null)
  if (!isOneOf(session, payroll_keepers)) return null
  const Dialog = asked && dialogs[asked]
  return (
    <>
      <Button onClick={() => setAsked('change')}>Change</Button>
      <Button onClick={() => setAsked('renumber')}>Payroll id</Button>
      <Button onClick={() => setAsked('leave')}>End employment</Button>
      <Button onClick={() => setAsked('letter')}>NI category</Button>
      <Button tone="primary" onClick={() => setAsked('code')}>
        Tax code
      </Button>
      {Dialog && <Dialog row={row} onClose={() => setAsked(null)} />}
    </>
  )
}
