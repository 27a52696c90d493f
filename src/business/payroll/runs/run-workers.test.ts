import { expect, test } from 'vitest'
import { byFindings, warningsToAnswer } from './run-workers.rules.ts'

test('workers of a run: stops come first, then open warnings, answered ones, and the rest in their order', () => {
  const slips = ['none', 'answered', 'warning', 'other', 'stop'].map((contractor_id) => ({ contractor_id }))
  const findings = [
    { contractor_id: null, level: 'warning', reason: null },
    { contractor_id: 'answered', level: 'warning', reason: 'It is right' },
    { contractor_id: 'warning', level: 'warning', reason: null },
    { contractor_id: 'stop', level: 'warning', reason: null },
    { contractor_id: 'stop', level: 'stop', reason: null },
  ]
  expect(byFindings(slips, findings).map(({ contractor_id }) => contractor_id)).toEqual([
    'stop',
    'warning',
    'answered',
    'none',
    'other',
  ])
  expect(byFindings(slips, [])).toEqual(slips)
})

test('the key to answer: takes the chosen worker, and the first one with open warnings before one is chosen', () => {
  const slips = ['none', 'answered', 'warning'].map((contractor_id) => ({ contractor_id }))
  const open = { contractor_id: 'warning', level: 'warning', reason: null }
  const findings = [
    { contractor_id: 'answered', level: 'warning', reason: 'It is right' },
    { contractor_id: 'none', level: 'stop', reason: null },
    open,
  ]
  expect(warningsToAnswer(slips, findings, 'warning')).toEqual([open])
  expect(warningsToAnswer(slips, findings, null)).toEqual([open])
  expect(warningsToAnswer(slips, findings, 'answered')).toEqual([])
  expect(warningsToAnswer(slips, findings, 'none')).toEqual([])
})
