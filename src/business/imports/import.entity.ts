import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const import_templates = [
  { value: 'timesheet_units', label: 'Timesheet units' },
  { value: 'expenses', label: 'Expense items' },
  { value: 'clients', label: 'Clients' },
  { value: 'contractors', label: 'Contractors' },
  { value: 'payroll_figures', label: 'Payroll figures' },
  { value: 'umbrella_payslips', label: 'Umbrella payslips' },
  { value: 'payroll_takeovers', label: 'Employments to take over' },
  { value: 'paye_schemes', label: 'PAYE schemes' },
  { value: 'pension_schemes', label: 'Pension schemes' },
  { value: 'paye_scheme_years', label: 'Tax years of PAYE schemes' },
  { value: 'employments', label: 'Employments' },
  { value: 'employment_changes', label: 'Changes of employments' },
  { value: 'tax_codes', label: 'Tax codes' },
  { value: 'ni_categories', label: 'NI categories' },
  { value: 'student_loans', label: 'Student loans' },
  { value: 'stopped_student_loans', label: 'Stopped student loans' },
  { value: 'attachment_orders', label: 'Attachment orders' },
  { value: 'pension_members', label: 'Pension members' },
  { value: 'postponed_pensions', label: 'Postponed pensions' },
  { value: 'pension_opt_outs', label: 'Pension opt-outs' },
  { value: 'ended_pensions', label: 'Ended pensions' },
  { value: 'statutory_absences', label: 'Statutory absences' },
  { value: 'leavers', label: 'Leavers' },
  { value: 'ended_attachment_orders', label: 'Ended attachment orders' },
  { value: 'holidays', label: 'Holidays' },
  { value: 'holiday_adjustments', label: 'Adjustments of holiday' },
] as const
export type ImportTemplate = (typeof import_templates)[number]['value']

export const import_statuses = [
  { value: 'checking', label: 'Checking' },
  { value: 'unmapped', label: 'Columns to choose' },
  { value: 'refused', label: 'Not readable' },
  { value: 'checked', label: 'Checked' },
  { value: 'applying', label: 'Importing' },
  { value: 'applied', label: 'Imported' },
  { value: 'undoing', label: 'Undoing' },
  { value: 'undone', label: 'Undone' },
] as const
export type ImportStatus = (typeof import_statuses)[number]['value']
/** Statuses for lists: begun work without a running job shows as Stopped. */
const work_statuses = [...import_statuses, { value: 'stopped', label: 'Stopped' }] as const

/** A file of rows on its way into the product: read, checked, shown, applied, and taken back where it still can be. */
export const import_file = entity({
  module: 'platform',
  name: 'import',
  label: 'Import',
  plural: 'Imports',
  fields: {
    id: f.uuid('Id'),
    template: f.choice('Rows Are', import_templates),
    action_id: f.code('Action'),
    file_name: f.searchable(f.text('File Name')),
    file_url: f.text('File'),
    sha256: f.code('Checksum'),
    size_bytes: f.integer('Size'),
    status: f.defaulted(f.choice('Status', import_statuses)),
    work_status: f.computed(
      f.choice('Status', work_statuses),
      'platform.import_work_status',
      'status',
      'job_id',
    ),
    encoding: f.nullable(f.code('Encoding')),
    delimiter: f.nullable(f.code('Delimiter')),
    columns: f.defaulted(f.json('Columns')),
    mapping: f.defaulted(f.json('Mapping')),
    mode: f.nullable(
      f.choice('Mode', [
        { value: 'valid', label: 'Valid rows only' },
        { value: 'all', label: 'All or nothing' },
      ]),
    ),
    row_count: f.defaulted(f.integer('Rows')),
    faulty_count: f.defaulted(f.integer('With Errors')),
    applied_count: f.defaulted(f.integer('Imported')),
    failed_count: f.defaulted(f.integer('Failed')),
    message: f.nullable(f.text('Message')),
    job_id: f.nullable(f.uuid('Job')),
    business_id: f.uuid('Business'),
    user_id: f.code('User'),
    applied_at: f.nullable(f.instant('Imported At')),
    ...f.stamps,
  },
  relations: {
    job: f.to_one('platform.job', 'job_id'),
    rows: f.to_many('platform.import_row', 'import_id'),
  },
})

/** A row of the file, with its outcome. */
export const import_row = entity({
  module: 'platform',
  name: 'import_row',
  label: 'Import Row',
  plural: 'Import Rows',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    import_id: f.uuid('Import'),
    row_no: f.integer('Row'),
    unit_no: f.integer('Together With'),
    cells: f.json('Cells'),
    status: f.choice('Status', ['waiting', 'valid', 'faulty', 'applied', 'failed', 'undone']),
    errors: f.json('Errors'),
    entity: f.nullable(f.code('Entity')),
    entity_id: f.nullable(f.uuid('Record')),
    human_id: f.nullable(f.human_id('Record Id')),
    business_id: f.uuid('Business'),
    user_id: f.code('User'),
    ...f.stamps,
  },
  // The values before the import, rates of both sides among them.
  unread: { effects: f.nullable(f.json('Effects')) },
  relations: { import: f.to_one('platform.import', 'import_id') },
})
