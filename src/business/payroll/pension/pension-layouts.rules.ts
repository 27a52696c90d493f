/** Layouts of pension files as data: columns in their order, from a closed list of values (payroll-run, screens). Pure. */

/** Values of one payslip with contributions. */
export const layout_values = [
  { value: 'ni_number', label: 'NI number' },
  { value: 'name', label: 'Name' },
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'date_of_birth', label: 'Date of birth' },
  { value: 'gender', label: 'Gender' },
  { value: 'payroll_id', label: 'Payroll id' },
  { value: 'start_date', label: 'Employment start' },
  { value: 'leave_date', label: 'Leave date' },
  { value: 'period_start', label: 'First day of the pay period' },
  { value: 'period_end', label: 'Last day of the pay period' },
  { value: 'pay_day', label: 'Pay day' },
  { value: 'frequency', label: 'Pay frequency' },
  { value: 'gross_pay', label: 'Gross pay' },
  { value: 'pensionable_pay', label: 'Pensionable pay' },
  { value: 'employee', label: 'Employee contribution, from pay' },
  { value: 'employee_paid', label: 'Employee contribution without salary sacrifice' },
  { value: 'employer', label: 'Employer contribution' },
  { value: 'employer_with_sacrifice', label: 'Employer contribution with salary sacrifice' },
  { value: 'total', label: 'Both contributions' },
  { value: 'status', label: 'Membership' },
  { value: 'employer_reference', label: 'Employer reference' },
  { value: 'blank', label: 'Empty column' },
] as const
export type LayoutValue = (typeof layout_values)[number]['value']
export const LAYOUT_VALUES = layout_values.map(({ value }) => value) as [LayoutValue, ...LayoutValue[]] // Not empty.

export const date_formats = [
  { value: 'dmy', label: 'DD/MM/YYYY' },
  { value: 'ymd', label: 'YYYY-MM-DD' },
  { value: 'digits', label: 'DDMMYYYY' },
] as const
export type DateFormat = (typeof date_formats)[number]['value']
export const DATE_FORMATS = date_formats.map(({ value }) => value) as [DateFormat, ...DateFormat[]] // Not empty.

export type Layout = {
  readonly columns: readonly { readonly value: LayoutValue; readonly heading: string }[]
  /** A first line with the headings. */
  readonly has_headings: boolean
  readonly date_format: DateFormat
}

export const file_layouts = [
  { value: 'standard', label: 'Standard' },
  { value: 'cushon', label: 'Cushon' },
  { value: 'workers_pension_trust', label: 'Workers Pension Trust' },
  { value: 'own', label: 'Own layout' },
] as const
export type FileLayout = (typeof file_layouts)[number]['value']
export const FILE_LAYOUTS = file_layouts.map(({ value }) => value) as [FileLayout, ...FileLayout[]] // Not empty.

const standard: Layout = {
  has_headings: true,
  date_format: 'dmy',
  columns: [
    { value: 'ni_number', heading: 'NI Number' },
    { value: 'name', heading: 'Name' },
    { value: 'date_of_birth', heading: 'Date of Birth' },
    { value: 'pensionable_pay', heading: 'Pensionable Pay' },
    { value: 'employee', heading: 'Employee' },
    { value: 'employer', heading: 'Employer' },
    { value: 'period_start', heading: 'Period Start' },
    { value: 'period_end', heading: 'Period End' },
    { value: 'status', heading: 'Status' },
  ],
}

/** Columns A to K of Cushon's employer portal and of the Workers Pension Trust, without titles or totals. */
const eleven_columns: Layout = {
  has_headings: false,
  date_format: 'dmy',
  columns: [
    { value: 'ni_number', heading: 'NINO' },
    { value: 'name', heading: 'Employee Name' },
    { value: 'period_start', heading: 'Date PRP Start' },
    { value: 'period_end', heading: 'Date PRP End' },
    { value: 'gross_pay', heading: 'Salary for PRP' },
    { value: 'employer_with_sacrifice', heading: 'Employer Pension Contribution' },
    { value: 'employee_paid', heading: 'Employee Pension Contribution' },
    { value: 'blank', heading: 'Group Life Assurance' },
    { value: 'blank', heading: 'Employer Lump Sum' },
    { value: 'blank', heading: 'Employee Lump Sum' },
    { value: 'blank', heading: 'Column no longer used' },
  ],
}

const named_layouts: Readonly<Record<Exclude<FileLayout, 'own'>, Layout>> = {
  standard,
  cushon: eleven_columns,
  workers_pension_trust: eleven_columns,
}

export const layoutOf = (file_layout: FileLayout, own: Layout | null): Layout =>
  file_layout === 'own' ? (own ?? standard) : named_layouts[file_layout]

export const COLUMNS_MOST = 60
