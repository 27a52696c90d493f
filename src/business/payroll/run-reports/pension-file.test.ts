/** A pension file in each layout: columns, headings, days, and amounts that stay numbers. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { LAYOUT_VALUES, type Layout, layoutOf } from '../pension/pension-layouts.rules.ts'
import { type Contribution, pensionFile } from './pension-file.rules.ts'

const row: Contribution = {
  ni_number: 'AB123456A',
  name: 'Ada "Lady", Lovelace',
  first_name: 'Ada',
  last_name: 'Lovelace',
  date_of_birth: day('1990-05-01'),
  gender: 'F',
  payroll_id: 'W1',
  start_date: day('2025-06-02'),
  leave_date: null,
  pay_day: day('2025-06-13'),
  frequency: 'week',
  gross_pay: 896_56,
  pensionable_pay: 800_00,
  employee: 31_06,
  employer: 23_30,
  state: 'enrolled',
  is_sacrificed: false,
}
const reference = 'EMP1'
const own = (change: Partial<Layout>): Layout => ({
  has_headings: true,
  date_format: 'dmy',
  columns: [{ value: 'ni_number', heading: 'NINO' }],
  ...change,
})

test('the standard layout has headings', () => {
  expect(pensionFile(layoutOf('standard', null), [row], reference).split('\r\n')).toEqual([
    'NI Number,Name,Date of Birth,Pensionable Pay,Employee,Employer,Period Start,Period End,Status',
    'AB123456A,"Ada ""Lady"", Lovelace",01/05/1990,800.00,31.06,23.30,07/06/2025,13/06/2025,Enrolled',
    '',
  ])
})

describe.each(['cushon', 'workers_pension_trust'] as const)('%s', (name) => {
  const layout = layoutOf(name, null)
  test('takes eleven columns without headings', () => {
    expect(pensionFile(layout, [row, row], reference)).toBe(
      'AB123456A,"Ada ""Lady"", Lovelace",07/06/2025,13/06/2025,896.56,23.30,31.06,,,,\r\n'.repeat(2),
    )
  })

  test('counts salary that was given up as the employer’s', () => {
    const text = pensionFile(layout, [{ ...row, is_sacrificed: true }], reference)
    expect(text).toContain(',896.56,54.36,,,,,\r\n')
  })
})

describe('an own layout', () => {
  test.each([
    ['dmy', '13/06/2025'],
    ['ymd', '2025-06-13'],
    ['digits', '13062025'],
  ] as const)('writes days as %s', (date_format, text) => {
    const layout = own({ date_format, has_headings: false, columns: [{ value: 'pay_day', heading: '' }] })
    expect(pensionFile(layout, [row], reference)).toBe(`${text}\r\n`)
  })

  test('has its columns in their order, a value more than once', () => {
    const columns = [
      { value: 'total', heading: 'Both' },
      { value: 'blank', heading: 'AVC' },
      { value: 'total', heading: 'Again' },
    ] as const
    expect(pensionFile(own({ columns }), [row], reference)).toBe('Both,AVC,Again\r\n54.36,,54.36\r\n')
  })

  test('keeps a refund a number, and guards a name that opens a formula', () => {
    const columns = [
      { value: 'employee', heading: 'Employee' },
      { value: 'name', heading: 'Name' },
    ] as const
    const refund = { ...row, employee: -31_06, name: '=1+1' }
    expect(pensionFile(own({ columns, has_headings: false }), [refund], reference)).toBe("-31.06,'=1+1\r\n")
  })

  test('may state every value', () => {
    const columns = LAYOUT_VALUES.map((value) => ({ value, heading: value }))
    const [, line = ''] = pensionFile(own({ columns }), [{ ...row, name: 'Ada' }], reference).split('\r\n')
    expect(line).toBe(
      'AB123456A,Ada,Ada,Lovelace,01/05/1990,F,W1,02/06/2025,,07/06/2025,13/06/2025,13/06/2025,Weekly,896.56,800.00,31.06,31.06,23.30,23.30,54.36,Enrolled,EMP1,',
    )
  })
})
