import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP } from '#kernel/money.ts'
import { type PrintedPayslip, type PrintedWork, payslipPage } from './payslip-pdf.rules.ts'

const party = (business_name: string) => ({
  business_name,
  invoicing_address: '1 Long Street, Leeds',
  email: null,
  registration_number: null,
  vat_number: null,
})

const week: PrintedWork = {
  timesheet: 'TMS000001',
  start_date: day('2025-06-02'),
  end_date: day('2025-06-08'),
  is_former: false,
  description: 'Standard',
  unit_type: 'hourly',
  units: '40.0000',
  rate: '22.4140',
  amount: '896.56',
}

const amounts = {
  gross_pay: '896.56',
  holiday_pay: '96.56',
  income_tax: '130.80',
  employee_ni: '52.36',
  employee_pension: '31.06',
  student_loan: '29.00',
  other_deductions: '0.00',
  net_pay: '653.34',
  employer_ni: '120.08',
  employer_pension: '23.30',
  apprenticeship_levy: '4.48',
}

const slip: PrintedPayslip = {
  ...amounts,
  human_id: 'PSL000001',
  status: 'issued',
  currency: GBP,
  pay_date: day('2025-06-20'),
  period_number: 11,
  period: {
    frequency: 'week',
    run_frequency: null,
    tax_year: 2025,
    start_date: day('2025-06-15'),
    end_date: day('2025-06-21'),
  },
  agency: party('Northfield Staffing Ltd'),
  contractor: party('Ann Other'),
  contractor_human_id: 'CON000001',
  ni_number: 'QQ 12 34 56 C',
  used: { tax_code: '1257L W1/M1', ni_letter: 'A' },
  provider_name: 'Meridian Pay Ltd',
  deducted: [],
  other_deductions_for: null,
  work: [week],
  besides: [],
  deemed: [],
  holiday: null,
  taken_over_from: null,
  year: {
    ...amounts,
    gross_pay: '1793.12',
    net_pay: '1306.68',
    income_tax: '261.60',
    other_deductions: '15.00',
  },
}

const page = (change: Partial<PrintedPayslip> = {}) => payslipPage({ ...slip, ...change })
const fact = (label: string, change: Partial<PrintedPayslip> = {}) =>
  page(change).facts.find((one) => one.label === label)?.value

test('payslip: has the contents of section 8: gross, hours, each deduction with its purpose, net', () => {
  const shown = page()
  expect(shown.facts.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Payslip PSL000001',
    'Pay date 20/06/2025',
    'Pay period Week 11 of 2025-26',
    'From 15/06/2025',
    'To 21/06/2025',
    'Worker CON000001',
    'NI number QQ 12 34 56 C',
    'Tax code 1257L W1/M1',
    'NI letter A',
    'Hours paid 40',
  ])
  expect(shown.work).toEqual([
    {
      what: 'TMS000001, 02/06/2025 to 08/06/2025: Standard',
      units: '40 hours',
      rate: '22.414',
      amount: '£896.56',
    },
  ])
  expect(shown.pay.map(({ label, value, year }) => [label, value, year])).toEqual([
    ['Gross pay', '£896.56', '£1,793.12'],
    ['Of which holiday pay', '£96.56', '£96.56'],
  ])
  // One that was taken off earlier in the year stands with nothing of today.
  expect(shown.deductions.map(({ label, value, year }) => [label, value, year])).toEqual([
    ['Income tax', '£130.80', '£261.60'],
    ['Employee NI', '£52.36', '£52.36'],
    ['Employee pension', '£31.06', '£31.06'],
    ['Student loan', '£29.00', '£29.00'],
    ['Other deductions', '£0.00', '£15.00'],
  ])
  expect(shown.deductions.every(({ about }) => about !== '')).toBe(true)
  expect(shown.deducted).toMatchObject({ value: '£243.22', year: '£389.02' })
  expect(shown.net).toMatchObject({ value: '£653.34', year: '£1,306.68' })
  expect(shown.employer_costs.map(({ label }) => label)).toEqual([
    'Employer NI',
    'Employer pension',
    'Apprenticeship levy',
  ])
})

test.each([
  ['fortnight', 'Weeks 5 to 6 of 2026-27', '04/05/2026', '17/05/2026'],
  ['four_week', 'Weeks 5 to 8 of 2026-27', '04/05/2026', '31/05/2026'],
  ['week', 'Week 5 of 2026-27', '04/05/2026', '10/05/2026'],
] as const)('paid by the %s: states %s', (run_frequency, name, from, to) => {
  const change: Partial<PrintedPayslip> = {
    pay_date: day('2026-05-08'),
    period_number: 5,
    period: {
      ...{ frequency: 'week', run_frequency, tax_year: 2026 },
      ...{ start_date: day('2026-05-04'), end_date: day('2026-05-10') },
    },
  }
  expect([fact('Pay period', change), fact('From', change), fact('To', change)]).toEqual([name, from, to])
})

test('corrected work: paid again, with the former pay and hours deducted', () => {
  const now = { ...week, units: '35.0000', amount: '784.49' }
  const shown = page({
    gross_pay: '-112.07',
    net_pay: '-65.32',
    work: [now, { ...week, is_former: true }],
  })
  expect(shown.work.map(({ units, amount }) => [units, amount])).toEqual([
    ['35 hours', '£784.49'],
    ['-40 hours', '-£896.56'],
  ])
  expect(shown.facts.at(-1)).toEqual({ label: 'Hours paid', value: '-5' })
  expect(shown.statements.join(' ')).toContain('less the amount paid for it before')
})

test('credited line: counts as a deduction whatever the sign of its units', () => {
  const back = { ...week, amount: '-112.07' }
  expect(fact('Hours paid', { work: [{ ...back, units: '5.0000' }] })).toBe('-5')
  expect(fact('Hours paid', { work: [{ ...back, units: '-5.0000' }] })).toBe('-5')
})

test('pay without work: stated, without invented hours', () => {
  expect(page({ gross_pay: '900.00' }).work.at(-1)).toMatchObject({ what: 'Other pay', amount: '£3.44' })
  expect(page({ work: [] }).work).toEqual([{ what: 'Pay', units: '', rate: '', amount: '£896.56' }])
  expect(fact('Hours paid', { work: [{ ...week, unit_type: 'daily' }] })).toBeUndefined()
})

test('statutory pay: its own line with its sentence', () => {
  const why = 'Statutory Sick Pay: 2 of 5 days at £118.75 a week is £47.50'
  const { work } = page({ gross_pay: '944.06', besides: [{ why, amount: '47.50' }] })
  expect(work.slice(1)).toEqual([{ what: why, units: '', rate: '', amount: '£47.50' }])
})

test('deductions of a pay run: each on a line of its own, with its sentence', () => {
  const shown = page({
    ...{ student_loan: '40.00', other_deductions: '79.41', employee_pension: '31.06' },
    deducted: [
      { name: 'Pay given up for the pension', amount: '-31.06', why: '5 % of £621.20' },
      { name: 'Student loan', amount: '-29.00', why: 'Plan 2' },
      { name: 'Postgraduate loan', amount: '-11.00', why: 'Postgraduate' },
      { name: 'Attachment order', amount: '-69.41', why: 'Direct earnings attachment' },
      { name: 'Agreed deduction', amount: '-10.00', why: 'Lost badge' },
    ],
  })
  const rows = shown.deductions.slice(2).map(({ label, about, value }) => [label, about, value])
  expect(rows.filter(([, , value]) => value !== '')).toEqual([
    ['Pay given up for the pension', '5 % of £621.20', '£31.06'],
    ['Student loan', 'Plan 2', '£29.00'],
    ['Postgraduate loan', 'Postgraduate', '£11.00'],
    ['Attachment order', 'Direct earnings attachment', '£69.41'],
    ['Agreed deduction', 'Lost badge', '£10.00'],
  ])
  // The year is that of the figure, once.
  expect(shown.deductions.filter(({ year, value }) => year !== '' && value === '')).toHaveLength(2)
  expect(shown.deducted.value).toBe('£333.63')
})

test('other deductions: show their purpose', () => {
  const shown = page({ other_deductions: '15.00', other_deductions_for: 'Attachment of earnings' })
  expect(shown.deductions.at(-1)).toMatchObject({ value: '£15.00', about: 'Attachment of earnings' })
})

test('hidden number: left out; a draft is marked', () => {
  expect(fact('NI number', { ni_number: null })).toBeUndefined()
  expect(page({ status: 'draft' }).statements[0]).toBe('This is a draft: the payslip is not issued yet.')
})

test('holiday: what the fund holds after the payslip is said', () => {
  const { statements } = page({ holiday: { hours: '12.0000', amount: '240.00' } })
  expect(statements).toContain('Holiday held for you after this payslip: 12 hours and £240.00.')
})
