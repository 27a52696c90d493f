import { describe, expect, it } from 'vitest'
import { day } from '#kernel/day.ts'
import type { WorkStatus } from '../approvable-work/work.rules.ts'
import {
  currentDocument,
  expectedPay,
  nextPayOf,
  nextSlipDay,
  slipOf,
  stepReached,
  waitsFor,
} from './payment-progress.rules.ts'

describe('every state of a timesheet has one place on the way to the bank', () => {
  const rows: readonly [WorkStatus, string | null, number][] = [
    ['draft', null, 0],
    ['rejected', null, 0],
    ['cancelled', null, 0],
    ['submitted', null, 1],
    ['suspense', null, 2],
    ['approved', null, 2],
    ['approved', 'open', 3],
    ['approved', 'closed', 4],
  ]
  it.each(rows)('%s with document %s is at step %i', (sheet, document, step) => {
    expect(stepReached(sheet, document)).toBe(step)
  })
})

describe('the document of a timesheet', () => {
  const billed = (id: string, total: number, ...credited: number[]) => ({ id, total, credited })
  it('is the document of the corrected hours, and never the credited one', () => {
    const corrected = billed('second', 20)
    expect(currentDocument([corrected, billed('first', 800, -800)])).toBe(corrected)
    expect(currentDocument([billed('first', 800, -800), corrected])).toBe(corrected)
  })
  it('is none while the corrected hours wait for their approval', () => {
    expect(currentDocument([billed('first', 800, -500, -300)])).toBeUndefined()
    expect(currentDocument([])).toBeUndefined()
  })
  it('is the document that a credit note leaves in part', () => {
    const only = billed('first', 800, -300)
    expect(currentDocument([only])).toBe(only)
  })
})

describe('the next pay', () => {
  const due = (due_date: string, minor: number, status = 'open', currency = 'GBP') => ({
    status,
    due_date,
    minor,
    currency,
  })
  it('sums the earliest due amounts of one currency', () => {
    const documents = [
      due('2026-03-20', 50_00),
      due('2026-03-13', 100_10),
      due('2026-03-13', 20_20),
      due('2026-03-13', 9_00, 'open', 'EUR'),
    ]
    expect(nextPayOf(documents)).toEqual({ due_date: '2026-03-13', minor: 120_30, currency: 'GBP' })
  })
  it('is the net pay of an unpaid payslip for an employee, and never the gross of their documents', () => {
    const slip = { pay_date: '2026-03-20', net_pay: 686_51, currency: 'GBP' }
    const work = [
      { is_payroll: true, has_slip: true, due: due('2026-03-20', 952_88) },
      { is_payroll: true, has_slip: false, due: due('2026-03-27', 928_13) },
    ]
    expect(expectedPay(work, [{ ...slip, status: 'issued' }])).toEqual([due('2026-03-20', 686_51)])
    expect(expectedPay(work, [{ ...slip, status: 'paid' }])).toEqual([])
    const of_company = { is_payroll: false, has_slip: false, due: due('2026-03-13', 900_00) }
    expect(expectedPay([of_company, { ...of_company, due: null }], [])).toEqual([of_company.due])
  })
  it('names the first pay day of work that is on no payslip yet', () => {
    const work = (due_date: string, change = {}) => ({
      is_payroll: true,
      has_slip: false,
      due: due(due_date, 928_13),
      ...change,
    })
    expect(nextSlipDay([work('2026-03-27'), work('2026-03-20')])).toBe('2026-03-20')
    expect(
      nextSlipDay([
        work('2026-03-20', { has_slip: true }),
        work('2026-03-20', { is_payroll: false }),
        work('2026-03-20', { due: due('2026-03-20', 928_13, 'closed') }),
        work('2026-03-20', { due: null }),
      ]),
    ).toBeNull()
  })
  it('is nothing where all is paid or owed the other way', () => {
    expect(nextPayOf([due('2026-03-13', 5_00, 'closed'), due('2026-03-13', -5_00)])).toBeNull()
  })
})

it('explains the payment of a timesheet without a document', () => {
  const text = (status: WorkStatus, is_payroll = false) =>
    waitsFor({ status, is_payroll, submitted_date: '2026-03-12T09:00:00.000Z' }, 'Acme', day('2026-03-13'))
  expect(text('approved', true)).toBe('Paid through payroll')
  expect(text('approved')).toBe('Ready to invoice')
  expect(text('submitted')).toBe('With Acme since 12 Mar')
})

describe('the payslip that pays a document of payroll', () => {
  const slip = (id: string, agency_id: string, pay_date: string) => ({
    id,
    human_id: id,
    status: 'paid',
    pay_date,
    agency_id,
    net_pay: 600,
  })
  const slips = [
    slip('PSL1', 'a', '2026-03-20'),
    slip('PSL2', 'b', '2026-03-13'),
    slip('PSL3', 'a', '2026-03-13'),
  ]
  it('is the one of its pay day and of the same agency', () => {
    expect(slipOf({ due_date: '2026-03-13' }, 'a', slips)?.id).toBe('PSL3')
    expect(slipOf({ due_date: '2026-03-13' }, 'b', slips)?.id).toBe('PSL2')
  })
  it('is none before it is issued, or while there is no document', () => {
    expect(slipOf({ due_date: '2026-03-27' }, 'a', slips)).toBeNull()
    expect(slipOf(undefined, 'a', slips)).toBeNull()
  })
})
