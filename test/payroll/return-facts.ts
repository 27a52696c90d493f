/** Facts of returns to HMRC for tests: a starter, a leaver who is paid after leaving, and a month's summary. */
import { deemedElement } from '#business/payroll/deemed/deemed.rules.ts'
import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import type { PeriodPart } from '#business/payroll/engine/calculated-payslip.rules.ts'
import { nothing_yet } from '#business/payroll/engine/figures-to-date.rules.ts'
import { taxMonth } from '#business/payroll/engine/pay-period.rules.ts'
import { readTaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import { eachReported, type Slip } from '#business/payroll/figures/fps-figures.rules.ts'
import type { EpsFacts } from '#business/payroll/returns/eps.rules.ts'
import type { FpsEmployee, FpsFacts } from '#business/payroll/returns/fps.rules.ts'
import type { Message } from '#business/payroll/returns/govtalk.rules.ts'
import { year_2025_26 } from '#business/payroll/years/tax-year-2025-26.rules.ts'
import { day } from '#kernel/day.ts'

export const employer = {
  office_number: '123',
  paye_reference: 'AB45678',
  accounts_office_reference: '123PA00012345',
  corporation_tax_reference: '1123456789',
}

export const person = {
  name: 'Zoë O’Neill',
  first_name: 'Zoë Anne Marie',
  last_name: 'O’Neill',
  date_of_birth: '1990-05-01',
  gender: 'F',
  ni_number: 'AB123456A',
  address_lines: ['1 High Street', 'Leeds'],
  postcode: 'LS1 4AP',
  country: 'United Kingdom',
  country_code: 'GB',
} as const

/** Example 4: £896.56 in a week (payroll.md §2.4). */
export function part(pay_day: string, period_number: number, of: Partial<PeriodPart> = {}): PeriodPart {
  const code = readTaxCode('S1257L', year_2025_26)
  if ('message' in code) throw new Error(code.message)
  return {
    pay_day: day(pay_day),
    frequency: 'week',
    period_number,
    code,
    ni_letter: 'A',
    taxable: 896_56,
    tax: 0,
    niable: 896_56,
    employee_ni: 52_36,
    employer_ni: 120_08,
    bands: { at_lel: 129_00, lel_pt: 113_00, pt_uel: 654_56 },
    loans: { plan_2: 29_00, postgraduate: 6_00 },
    pension: {
      terms: {
        relief: 'at_source',
        basis: 'qualifying',
        employee_percent: 5_0000,
        employer_percent: 3_0000,
      } as never,
      pensionable: 896_56,
      basic: 896_56,
      employee: 38_83,
      taken: 31_06,
      employer: 23_30,
    },
    levy: 4_48,
    ...of,
  }
}

/** £600.00 in a week under letter A: 28.64 of the employee, 75.60 of the employer. */
export const weekUnderA = (
  pay_day: string,
  period_number: number,
  of: Partial<PeriodPart> = {},
): PeriodPart =>
  part(pay_day, period_number, {
    frequency: 'week',
    ni_letter: 'A',
    niable: 600_00,
    employee_ni: 28_64,
    employer_ni: 75_60,
    bands: { at_lel: 125_00, lel_pt: 117_00, pt_uel: 358_00 },
    ...of,
  })

export const slip = (pay_day: string, week: number, of: Partial<Slip> = {}): Slip => ({
  pay_day,
  tax_code: 'S1257L W1/M1',
  hours: 40_0000,
  gross: 896_56,
  tax: 130_80,
  employee_pension: 31_06,
  other_deductions: 10_00,
  parts: [part(pay_day, week)],
  statutory: {},
  ...of,
})

export const employee: FpsEmployee = {
  person,
  contractor_id: 'worker 1',
  payroll_id: 'W1/A & B',
  told_payroll_id: 'W1/A & B',
  is_irregularly_paid: false,
  start_date: day('2025-06-02'),
  leave_date: null,
  pay_frequency: 'week',
  is_irregular_hours: false,
  workplace_postcode: 'LS1 4AP',
  off_payroll: false,
  director_from: null,
  director_to: null,
  director_method: null,
  starter_declaration: 'B',
  loans: ['plan_2', 'postgraduate'],
  lacks_p45_loan: false,
  slips: [slip('2025-06-20', 11)],
  takeover: null,
  is_first: true,
  has_outside_pay: false,
  has_unpaid_absence: false,
}

export const facts: FpsFacts = {
  employer,
  tax_year: 2025,
  pay_day: day('2025-06-20'),
  today: day('2025-06-20'),
  late_reason: null,
  is_final: false,
  ended_on: null,
  employees: [employee],
}

export const message = (
  kind: 'fps' | 'eps',
  tax_year: number,
  content: Message['content'],
  month = 3,
): Message => ({
  kind,
  tax_year,
  period_end: taxMonth(tax_year, month).to,
  employer,
  content,
})

export const leaver: FpsEmployee = {
  ...employee,
  person: { ...person, ni_number: null, gender: 'M', country: 'France', country_code: 'FR' },
  payroll_id: 'W2',
  leave_date: day('2025-06-13'),
  starter_declaration: null,
  director_from: day('2025-05-01'),
  director_method: 'AL',
  slips: [
    slip('2025-06-13', 10, { statutory: { spp: 187_18 } }),
    slip('2025-06-20', 11, {
      tax_code: 'BR',
      is_after_leaving: true,
      tax: -12_34,
      employee_pension: -31_06,
      statutory: { spp: -7_18, sncp: 37_44 },
      parts: [part('2025-06-20', 11, { ni_letter: 'C', employee_ni: 0, pension: null, loans: {} })],
    }),
  ],
  takeover: null,
  is_first: false,
}

/** Two weeks of an off-payroll worker: a fee of £2,500.00, and another with £500.00 of the first credited. */
export function offPayroll(): FpsEmployee {
  const code = readTaxCode('1257L', year_2025_26)
  if ('message' in code) throw new Error(code.message)
  const bill = {
    invoice_id: 'invoice',
    human_id: 'AB-1',
    contract_id: 'contract',
    first_day: day('2025-03-31'),
  }
  const fee = deemedElement({ ...bill, fee: 2500_00, for_pay_day: null })
  const credit = deemedElement({ ...bill, fee: -500_00, for_pay_day: day('2025-04-11') })
  const before = {
    code,
    frequency: 'week',
    ni_letter: 'A',
    director: null,
    loans: [],
    lacks_p45_loan: false,
    pension: null,
  } as const
  const state = { ...before, orders: [], charges_levy: true, previous: { pay: 0, tax: 0 } }
  const terms = { already_paid: [], is_last_of_year: false, after_leaving: null }
  const first = calculate(
    year_2025_26,
    { ...state, ytd: nothing_yet, ni_ytd_by_letter: {} },
    { ...terms, pay_day: day('2025-04-11'), period_number: 1, earlier_parts: [], elements: [fee] },
  )
  const second = calculate(
    year_2025_26,
    { ...state, ytd: first.ytd, ni_ytd_by_letter: first.ni_ytd_by_letter },
    {
      ...terms,
      pay_day: day('2025-04-18'),
      period_number: 2,
      earlier_parts: first.parts,
      elements: [fee, credit],
    },
  )
  const none = { tax_code: '1257L', hours: 0, employee_pension: 0, other_deductions: 0 }
  return {
    ...employee,
    payroll_id: 'OP1',
    start_date: day('2025-03-31'),
    off_payroll: true,
    loans: [],
    lacks_p45_loan: false,
    slips: [first, second].map((one) =>
      slip(one.pay_day, 1, {
        ...none,
        gross: one.gross,
        tax: one.deductions.income_tax,
        parts: one.parts,
      }),
    ),
    is_first: false,
  }
}

/** With the last return of the year, which is late. */
export const sent: FpsFacts = {
  ...facts,
  is_final: true,
  ended_on: null,
  late_reason: 'late_correction',
  employees: [employee, leaver],
}

export const eps: EpsFacts = {
  employer,
  tax_year: 2025,
  month: 3,
  no_payment: true,
  inactive_months: 2,
  claims_allowance: true,
  levy: { due: 75_50, allowance: 15_000_00 },
  recovered: {
    pay: eachReported((kind) => (kind === 'smp' ? 172_21 : 0)),
    compensation: eachReported((kind) => (kind === 'smp' ? 15_91 : 0)),
  },
  cis_suffered: 400_00,
  is_final: true,
  ended_on: null,
  was_paid: false,
}
