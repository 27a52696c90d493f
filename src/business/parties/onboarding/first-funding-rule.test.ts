import { describe, expect, test } from 'vitest'
import { firstFundingRuleOf, fundingRuleInputOf } from './first-funding-rule.rules.ts'

describe('first funding rule', () => {
  test('is none without an age limit', () => {
    expect(firstFundingRuleOf({ funding_rule_holds_payments: true, funding_rule_age_days: ' ' })).toBeNull()
  })

  test('reads what was typed, and leaves blank fields out', () => {
    const values = {
      name: 'Quay Capital',
      funding_rule_age_days: ' 90 ',
      funding_rule_advance_percent: '85',
      funding_rule_reassign_days: '',
      funding_rule_holds_payments: false,
    }
    expect(firstFundingRuleOf(values)).toEqual({
      funding_rule_age_days: '90',
      funding_rule_advance_percent: '85',
      funding_rule_holds_payments: 'false',
    })
  })

  test.each([
    [{}, '2025-06-16'],
    [{ funding_rule_from: '2025-07-01' }, '2025-07-01'],
  ])('begins on its day, or on the day of the approval: %j', (from, effective_from) => {
    const rule = {
      funding_rule_age_days: '90',
      funding_rule_age_basis: 'due_date',
      funding_rule_advance_percent: '85.5',
      funding_rule_holds_payments: 'false',
      ...from,
    }
    expect(fundingRuleInputOf(rule, '2025-06-16')).toEqual({
      age_days: 90,
      age_basis: 'due_date',
      advance_percent: '85.5',
      holds_payments: false,
      effective_from,
    })
  })
})
