import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP, money } from '#kernel/money.ts'
import { type PayrollCredit, payrollPaidPostings, payrollPostings } from '../../ledger/postings.rules.ts'
import { firstDayOfNetPay, hmrcReference, orderMonth, pensionMonth, taxMonths } from './due-days.rules.ts'
import { payslipEntry, type SlipAmounts, sharesOf, spreadAttachments } from './payslip-shares.rules.ts'

const payees = { worker_id: 'w', employer_id: 'e', agency_id: 'e', pension_payee_id: 'p' }
const gbp = (pence: number) => money(pence, GBP)
const none = { pay: [], on_costs: [] }

/** Example 4 of money.md, in pence, with a plan 2 loan and a pension by relief at source. */
const example_4: SlipAmounts = {
  gross_pay: 896_56,
  income_tax: 130_80,
  employee_ni: 52_36,
  employee_pension: 31_06,
  student_loan: 29_00,
  other_deductions: 0,
  net_pay: 653_34,
  employer_ni: 120_08,
  employer_pension: 23_30,
  apprenticeship_levy: 4_48,
}
const of = (credits: readonly PayrollCredit[], kind: string) =>
  credits.filter((one) => one.kind === kind).map(({ amount }) => amount.minor)
const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

describe('a payslip’s creditors', () => {
  test('one payslip: 896.56 and 147.86 go to the worker, HMRC and the pension', () => {
    const { debits, credits } = payslipEntry(example_4, payees, [], none)
    expect(debits.map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['contractor_payable', 896_56],
      ['oncost_payable', 147_86],
    ])
    expect(of(credits, 'net_pay_payable')).toEqual([653_34])
    expect(of(credits, 'hmrc_payable')).toEqual([212_16, 124_56])
    expect(total(of(credits, 'hmrc_payable'))).toBe(336_72)
    expect(of(credits, 'pension_payable')).toEqual([31_06, 23_30])
    expect(total(of(credits, 'pension_payable'))).toBe(54_36)
    const postings = payrollPostings(debits, credits)
    expect(total(postings.map(({ amount }) => amount.minor))).toBe(0)
  })

  test('four weeks of tax month 1: HMRC has 1,347.28, the pension 217.44, the worker 2,612.96 of 3,586.24', () => {
    const odd = { ...example_4, income_tax: 131_00, net_pay: 653_14 }
    const weeks = [example_4, odd, example_4, odd].map((week) => payslipEntry(week, payees, [], none))
    const credits = weeks.flatMap((week) => week.credits)
    expect(total(of(credits, 'hmrc_payable'))).toBe(1_347_28)
    expect(total(of(credits, 'pension_payable'))).toBe(217_44)
    expect(total(of(credits, 'net_pay_payable'))).toBe(2_612_96)
    const pay = weeks.map(({ debits }) => debits[0]?.amount.minor ?? 0)
    expect(total(pay)).toBe(3_586_24)
  })

  test('documents that are settled are named, and the rest stays on their account', () => {
    const legs = { pay: [{ invoice_id: 'i', amount: gbp(900_00) }], on_costs: [] }
    const { debits, credits } = payslipEntry(example_4, payees, [], legs)
    const pay = payrollPostings(debits, credits).filter(
      ({ account }) => account.kind === 'contractor_payable',
    )
    expect(pay.map(({ amount, invoice_id }) => [amount.minor, invoice_id])).toEqual([
      [900_00, 'i'],
      [-3_44, null],
    ])
  })

  test('a creditor is paid out of the bank', () => {
    const paid = payrollPaidPostings({ kind: 'hmrc_payable', business_id: 'e', amount: gbp(336_72) })
    expect(paid.map(({ account, amount }) => [account.kind, amount.minor])).toEqual([
      ['hmrc_payable', 336_72],
      ['bank', -336_72],
    ])
  })
})

describe('a payslip in two sets of books', () => {
  const half = (field: number) => (field - (field % 2)) / 2
  const part = Object.fromEntries(
    Object.entries(example_4).map(([field, amount]) => [field, half(amount)]),
  ) as Record<keyof SlipAmounts, number>

  test('what no work stands for is the provider’s', () => {
    const shares = sharesOf(example_4, new Map([['funder', part]]), 'provider')
    expect([...shares.keys()].toSorted()).toEqual(['funder', 'provider'])
    expect(shares.get('provider')?.net_pay).toBe(653_34 - 326_67)
    expect(sharesOf(example_4, new Map([['provider', example_4]]), 'provider').size).toBe(1)
  })

  test('work that takes more than it gives is set against the share that pays most', () => {
    const less = { ...part, net_pay: -100_00 }
    const shares = sharesOf(example_4, new Map([['funder', less]]), 'provider')
    expect([...shares]).toEqual([['provider', example_4]])
  })

  test('attachments fill each share in the order of the orders', () => {
    const order = (id: string, amount: number) => ({ attachment_order_id: id, payee_id: id, amount })
    const fee = { attachment_order_id: null, payee_id: 'e', amount: 1_00 }
    const shares = new Map([
      ['a', { ...part, other_deductions: 50_00 }],
      ['b', { ...part, other_deductions: 51_00 }],
    ])
    const spread = spreadAttachments([order('x', 60_00), order('y', 40_00), fee], shares)
    const said = (id: string) => spread.get(id)?.map(({ payee_id, amount }) => [payee_id, amount])
    expect(said('a')).toEqual([['x', 50_00]])
    expect(said('b')).toEqual([
      ['x', 10_00],
      ['y', 40_00],
      ['e', 1_00],
    ])
  })
})

describe('due days', () => {
  test.each([
    ['2026-04-10', 'monthly', '2026-04-06', '2026-05-05', '2026-05-22'],
    ['2026-05-05', 'monthly', '2026-04-06', '2026-05-05', '2026-05-22'],
    // 22 August 2026 is a Saturday.
    ['2026-07-10', 'monthly', '2026-07-06', '2026-08-05', '2026-08-21'],
    ['2027-01-04', 'quarterly', '2026-10-06', '2027-01-05', '2027-01-22'],
    ['2026-06-30', 'quarterly', '2026-04-06', '2026-07-05', '2026-07-22'],
  ] as const)('%s, paid %s: HMRC', (pay_day, pays, period_start, period_end, due_date) => {
    expect(taxMonths(day(pay_day), pays)).toEqual({ period_start, period_end, due_date })
  })

  test('pensions on their day, orders on the 19th, of the month after, on a bank day', () => {
    expect(pensionMonth(day('2026-07-31'), 22).due_date).toBe('2026-08-21')
    expect(orderMonth(day('2026-08-07'))).toEqual({
      period_start: '2026-08-01',
      period_end: '2026-08-31',
      due_date: '2026-09-18',
    })
    expect(orderMonth(day('2026-12-31')).due_date).toBe('2027-01-19')
  })

  test('HMRC’s reference names the month unless it is paid in its time', () => {
    const months = taxMonths(day('2026-04-10'), 'monthly')
    const on = (paid: string) => hmrcReference('123PA00012345', months, day(paid))
    expect(on('2026-05-06')).toBe('123PA00012345')
    expect(on('2026-05-22')).toBe('123PA00012345')
    expect(on('2026-05-05')).toBe('123PA000123452701')
    expect(on('2026-06-01')).toBe('123PA000123452701')
    const last = taxMonths(day('2027-04-01'), 'monthly')
    expect(hmrcReference('123PA00012345', last, day('2027-05-03'))).toBe('123PA000123452712')
  })

  test('net pay leaves three bank days before its pay day at the earliest', () => {
    expect(firstDayOfNetPay(day('2026-04-10'))).toBe('2026-04-07')
    expect(firstDayOfNetPay(day('2026-04-07'))).toBe('2026-03-31')
  })
})
