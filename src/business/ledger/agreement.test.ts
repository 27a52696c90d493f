import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP, parseMoney, sub } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import { type AgreedFigure, agreementOf, whatToDo } from './agreement.rules.ts'

const line = (measure: string, on_day: string, reported: string, posted = reported): AgreedFigure => {
  const [told, kept] = [parseMoney(reported, GBP), parseMoney(posted, GBP)]
  return { measure, on_day: day(on_day), reported: told, posted: kept, difference: sub(told, kept) }
}

describe('a report that agrees', () => {
  test('lists figures in order, with periods added up', () => {
    const lines = [
      line('vat_liability', '2025-04-01', '26.24'),
      line('input_tax', '2025-04-01', '161.26'),
      line('output_tax', '2025-04-01', '187.50'),
      line('output_tax', '2025-07-01', '12.50'),
    ]
    expect(agreementOf(lines)).toEqual({
      agrees: true,
      figures: 'Output tax £200.00, input tax £161.26, VAT liability £26.24',
      differences: [],
    })
  })
  test('shows the newest where periods do not add up', () => {
    const lines = [
      line('net_outstanding_balance', '2025-06-30', '10.00'),
      line('net_outstanding_balance', '2025-07-31', '30.00'),
    ]
    expect(agreementOf(lines, 'newest').figures).toBe('Net outstanding £30.00')
  })
})

describe('a report that differs', () => {
  test('names the differing figure and amount in a sentence that can be recomputed', () => {
    const { agrees, differences } = agreementOf([
      line('net_outstanding_balance', '2025-06-30', '1000.01', '1000.00'),
      line('unallocated_amount', '2025-06-30', '70.00'),
    ])
    expect(agrees).toBe(false)
    expect(differences).toEqual([
      '£1,000.01 (net outstanding in this report) − £1,000.00 (in the ledger) = £0.01',
    ])
    expect(differences.map(isTrue)).toEqual([true])
  })
  test('names the period, and the next step by category', () => {
    const { differences } = agreementOf([
      line('input_tax', '2025-04-01', '5.00', '6.00'),
      line('input_tax', '2025-07-01', '5.00'),
    ])
    expect(differences).toEqual([
      '£5.00 (input tax of 01/04/2025 in this report) − £6.00 (in the ledger) = -£1.00',
    ])
    expect(whatToDo('provider')).toContain('npm run verify')
    expect(whatToDo('agency')).toContain('your provider')
  })
})
