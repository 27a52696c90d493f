/** Fields of a temporary placement that are the same for everybody. */
import { section } from '#web/form/section.tsx'
import { ir35_statuses, timesheet_frequencies, unit_options } from '../../shared/contract-terms.rules.ts'
import { currency_field } from '../../shared/form-choices.view.ts'
import { determiners } from '../determinations/determination.rules.ts'

export const role_fields = [
  section('role', 'Role and dates'),
  { kind: 'text', name: 'title', label: 'Title', required: true },
  { kind: 'text', name: 'work_location', label: 'Work location' },
  { kind: 'day', name: 'start_date', label: 'Start date', required: true },
  { kind: 'day', name: 'end_date', label: 'End date', hint: 'Leave empty for no end' },
  {
    kind: 'choice',
    name: 'timesheet_frequency',
    label: 'Timesheets',
    options: timesheet_frequencies,
    required: true,
  },
  {
    kind: 'choice',
    name: 'timesheet_submit',
    label: 'Hours entered by',
    options: [
      { value: 'contractor', label: 'Contractor' },
      { value: 'agency', label: 'Agency' },
    ],
    required: true,
  },
  section('pay', 'Rates'),
  { kind: 'choice', name: 'unit_type', label: 'Unit', options: unit_options, required: true },
  {
    kind: 'decimal',
    name: 'standard_units',
    label: 'Hours of a standard day',
    hint: 'Typing “s” for a day on a timesheet enters them',
  },
  currency_field,
] as const

export const agreed_fields = [
  {
    kind: 'whole',
    name: 'client_payment_terms',
    label: 'Client payment terms, days',
    hint: 'Leave empty for the client’s own terms',
  },
  {
    kind: 'whole',
    name: 'contractor_payment_terms',
    label: 'Contractor payment terms, days',
    required: true,
  },
  {
    kind: 'check',
    name: 'is_extended_contractor_payment_terms',
    label: 'The contractor waits for the client’s terms',
    hint: 'The longer of the two terms holds.',
  },
  {
    kind: 'choice',
    name: 'ir35_status',
    label: 'IR35 status',
    placeholder: 'Not determined',
    options: ir35_statuses,
    hint: 'Asked for limited companies. Inside is for small clients that leave the decision to the company',
  },
  {
    kind: 'choice',
    name: 'ir35_determined_by',
    label: 'IR35 status determined by',
    placeholder: 'Not said',
    options: determiners,
    hint: 'Asked for limited companies. A client that is not small gives a statement',
  },
  {
    kind: 'check',
    name: 'is_construction',
    label: 'Construction work',
    hint: 'Paid through PAYE, or to a payee with gross payment status.',
  },
  {
    kind: 'check',
    name: 'is_unsupervised',
    label: 'The client does not supervise, direct or control the work',
    hint: 'Declared for self-employed workers. Others belong on PAYE.',
  },
  {
    kind: 'check',
    name: 'is_vulnerable_work',
    label: 'Work with people under 18, or who need care',
    hint: 'No opt-out of the Conduct Regulations counts for it.',
  },
  {
    kind: 'text',
    name: 'awr_role',
    label: 'Role for equal treatment',
    hint: 'Leave empty for the title. Limited companies are outside',
  },
  { kind: 'text', name: 'po_number', label: 'PO number' },
] as const

export const no_right_field = {
  kind: 'check',
  name: 'no_right_to_serve_notice',
  label: 'No right to serve notice',
  hint: 'Neither side may end the placement by notice.',
} as const
