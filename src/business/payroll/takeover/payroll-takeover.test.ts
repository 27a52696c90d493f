import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { toldOf } from '../figures/fps-figures.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import {
  addNiByLetter,
  dayFaults,
  directorNiTakenOver,
  figureFaults,
  isAppointedInYear,
  netOf,
  niByLetter,
  payslipAmountsOf,
  sinceFaults,
  type Takeover,
  type TakeoverAmounts,
  takeover_amounts,
  withTakeover,
} from './payroll-takeover.rules.ts'

const year = present(
  TAX_YEARS.find(({ name }) => name === '2026-27'),
  'the year',
)
const none = Object.fromEntries(takeover_amounts.map((field) => [field, 0])) as TakeoverAmounts // Every field.
const amounts: TakeoverAmounts = {
  ...none,
  gross_pay: 300_000,
  taxable_pay: 290_000,
  income_tax: 21_000,
  pension_net_pay: 10_000,
  student_loan: 1_200,
  ni_earnings: 200_000,
  at_lel: 60_000,
  lel_to_pt: 50_000,
  pt_to_uel: 90_000,
  employee_ni: 7_200,
  employer_ni: 20_000,
  earlier_ni_earnings: 100_000,
  earlier_pt_to_uel: 40_000,
  earlier_employee_ni: 3_200,
  smp: 5_000,
}
const letters = {
  ni_letter: 'A',
  earlier_ni_letter: 'M',
  second_earlier_ni_letter: null,
  third_earlier_ni_letter: null,
} as const
const takeover: Takeover = {
  ...letters,
  last_pay_day: day('2026-06-30'),
  source: 'Other payroll',
  amounts,
}

test('figures to date: those of a payroll that paid right have no fault, and their net pay adds up', () => {
  expect(figureFaults(year, letters, amounts)).toEqual({})
  const { gross_pay, income_tax, employee_ni, employee_pension, student_loan, net_pay } =
    payslipAmountsOf(amounts)
  expect(net_pay).toBe(gross_pay - income_tax - employee_ni - employee_pension - student_loan)
  expect(netOf(amounts)).toBe(net_pay)
})

test.each<[Partial<TakeoverAmounts>, Record<string, string>]>([
  [{ gross_pay: -1 }, { gross_pay: 'Needs Positive Number' }],
  [{ taxable_pay: 300_001 }, { taxable_pay: 'Taxable pay cannot be more than gross pay' }],
  [
    { income_tax: 145_001 },
    { income_tax: 'Tax of £1,450.01 is more than the £1,450.00 that is possible on £2,900.00' },
  ],
  [{ income_tax: -1 }, { income_tax: 'Only £0.00 of tax was taken before that can go back' }],
  [{ previous_tax: 1 }, { previous_tax: 'Tax cannot be more than pay' }],
  [{ ni_earnings: 200_001 }, { ni_earnings: 'NI earnings cannot be more than gross pay' }],
  [{ at_lel: 60_001 }, { ni_earnings: 'The bands add up to £2,000.01, more than the earnings' }],
  [
    { employee_ni: 16_001 },
    { employee_ni: 'Employee NI of £160.01 is more than the £160.00 that is possible on £2,000.00' },
  ],
  [
    { earlier_employer_ni: 15_001 },
    { earlier_employer_ni: 'Employer NI of £150.01 is more than the £150.00 that is possible on £1,000.00' },
  ],
  [
    { student_loan: 27_001 },
    { student_loan: 'The student loan of £270.01 is more than the £270.00 that is possible on £3,000.00' },
  ],
  [{ other_deductions: 260_000 }, { other_deductions: 'Deductions cannot be more than gross pay' }],
])('figures to date: %j is refused beside its field', (change, errors) => {
  expect(figureFaults(year, letters, { ...amounts, ...change })).toMatchObject(errors)
})

test('figures to date: an earlier letter has a name, another than the letter in force', () => {
  const named = (earlier_ni_letter: 'A' | null) =>
    figureFaults(year, { ...letters, earlier_ni_letter }, amounts).earlier_ni_letter
  expect([named(null), named('A')]).toEqual(['Mandatory', 'Please enter a valid Input'])
})

const days = {
  start_date: day('2024-09-02'),
  last_pay_day: day('2026-06-30'),
  today: day('2026-07-01'),
  last_paid: null,
}

test.each([
  [{}, {}],
  [{ last_pay_day: day('2026-07-02') }, { last_pay_day: 'Should be before 02/07/2026' }],
  [{ start_date: day('2026-07-01') }, { last_pay_day: 'Should be after 30/06/2026' }],
  [
    { last_paid: day('2026-07-03') },
    { last_pay_day: 'Paid here on 03/07/2026: the figures before stay as they are' },
  ],
])('days of a takeover: %j', (change, errors) => {
  expect(dayFaults({ ...days, ...change })).toEqual(errors)
})

test('a takeover counts beside payslips: by letter, with its bands and statutory pay', () => {
  const told = withTakeover(toldOf([]), takeover)
  expect(told).toMatchObject({ taxable: 290_000, tax: 21_000, student_loan: 1_200, pension_net_pay: 10_000 })
  expect(told.statutory.smp).toBe(5_000)
  expect([...told.ni.values()].map(({ letter, earnings, employee }) => [letter, earnings, employee])).toEqual(
    [
      ['A', 200_000, 7_200],
      ['M', 100_000, 3_200],
    ],
  )
  const twice = addNiByLetter(niByLetter(takeover), { A: niByLetter(takeover).A })
  expect(twice.A).toMatchObject({ earnings: 400_000, bands: { at_lel: 120_000, pt_uel: 180_000 } })
  expect(twice.M?.earnings).toBe(100_000)
  expect(withTakeover(told, null)).toBe(told)
})

test('four letters of a year: each has a name of its own, and each counts', () => {
  const four = { ...letters, second_earlier_ni_letter: 'H', third_earlier_ni_letter: 'C' } as const
  const figures = {
    ...amounts,
    gross_pay: 320_000,
    second_earlier_ni_earnings: 15_000,
    second_earlier_employee_ni: 100,
    third_earlier_ni_earnings: 5_000,
  }
  expect(figureFaults(year, four, figures)).toEqual({})
  expect(figureFaults(year, { ...four, third_earlier_ni_letter: 'M' }, figures)).toEqual({
    third_earlier_ni_letter: 'Please enter a valid Input',
  })
  expect(figureFaults(year, { ...four, second_earlier_ni_letter: null }, figures)).toEqual({
    second_earlier_ni_letter: 'Mandatory',
  })
  const by_letter = niByLetter({ ...takeover, ...four, amounts: figures })
  expect(Object.keys(by_letter)).toEqual(['A', 'M', 'H', 'C'])
  expect(by_letter.H).toMatchObject({ earnings: 15_000, employee: 100 })
  expect(netOf(figures)).toBe(netOf(amounts) + 20_000 - 100)
})

test('a director appointed in the year: only figures since the appointment count, and they are part of those to date', () => {
  const start = day('2026-04-06')
  const figures = { ...amounts, since_ni_earnings: 50_000, since_at_lel: 20_000, since_employee_ni: 1_000 }
  expect(sinceFaults(figures, true)).toEqual({})
  expect(sinceFaults(figures, false).since_ni_earnings).toBe(
    'Only of a director who was appointed in this tax year',
  )
  expect(sinceFaults({ ...figures, since_employee_ni: 7_201 }, true)).toEqual({
    since_employee_ni: 'Under the letter in force, £72.00 are to date',
  })
  const since = directorNiTakenOver({ ...takeover, amounts: figures }, day('2026-05-01'), start)
  expect(since).toEqual({
    A: { earnings: 50_000, employee: 1_000, employer: 0, bands: { at_lel: 20_000, lel_pt: 0, pt_uel: 0 } },
  })
  expect(directorNiTakenOver(takeover, day('2020-05-01'), start)).toEqual(niByLetter(takeover))
  expect(directorNiTakenOver(takeover, day('2026-07-01'), start)).toEqual({})
  const asked = { last_pay_day: day('2026-06-30'), tax_year_start: start }
  const of_year = [start, day('2026-05-01'), day('2026-07-01')].map((director_from) =>
    isAppointedInYear({ ...asked, director_from }),
  )
  expect(of_year).toEqual([false, true, false])
})
