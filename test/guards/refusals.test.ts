import { describe, expect, test } from 'vitest'
import { comparedSentences, ownCan } from './refusals.ts'
import { allFiles, findings } from './source.ts'

const files = allFiles()

describe('refusals', () => {
  test('are compared by code, never by sentence', () => {
    expect(findings(comparedSentences, files)).toEqual([])
  })
  test('come from one shape of can', () => {
    expect(findings(ownCan, files)).toEqual([])
  })
})

describe('each rule bites, and only there', () => {
  test.each([
    'if (allowed === errorText.not_allowed) throw notAllowed()',
    'if (errorText.not_allowed === allowed) throw notAllowed()',
    "return reason === 'A document is credited by its issuer'",
    'if (error.message !== known) throw error',
    "if (error.message.includes('already')) return",
  ])('sentence: %s', (text) => {
    expect(comparedSentences({ path: 'src/a.rules.ts', text })).toHaveLength(1)
    expect(comparedSentences({ path: 'src/a.test.ts', text })).toEqual([])
  })
  test.each([
    "if (refusal.code === 'not_allowed') return",
    "if (status === 'Approved') return",
    '// reason === errorText.not_allowed',
    'const message = errorText.not_allowed',
  ])('no sentence: %s', (text) => {
    expect(comparedSentences({ path: 'src/a.rules.ts', text })).toEqual([])
  })
  test.each([
    'export const can = { credit }',
    'export const { can } = tableOf(states)',
    'export function mayOwn(person: Candidate): true | string {',
  ])('own can: %s', (text) => {
    expect(ownCan({ path: 'src/a.rules.ts', text })).toHaveLength(1)
  })
  test.each([
    "export const { can } = transitions<'pay', Batch>(noun, states)",
    'export const { can, states: batch_states } =\n  transitions<Action, Batch>(noun, states)',
    'export function mayOwn(person: Candidate): Verdict {',
  ])('one can: %s', (text) => {
    expect(ownCan({ path: 'src/a.rules.ts', text })).toEqual([])
  })
})
