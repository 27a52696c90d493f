import { expect, test } from 'vitest'
import { type AskedKind, answerFaults, answerWords, keptAnswer } from './signature-fields.rules.ts'

const field = (kind: AskedKind, required = true) => ({ id: kind, kind, label: kind, required })
const faultOf = (kind: AskedKind, answer: string | boolean | undefined, required = true) =>
  answerFaults([field(kind, required)], answer === undefined ? {} : { [kind]: answer })[`fields.${kind}`]

test.each([
  ['initials', undefined, 'Mandatory'],
  ['initials', '  ', 'Mandatory'],
  ['initials', true, 'Mandatory'],
  ['initials', 'A.L.', undefined],
  ['initials', 'Ada Love', 'Max character length is 6'],
  ['date', '2026-02-30', 'Please enter a valid Input'],
  ['date', '2026-02-28', undefined],
  ['text', 'x'.repeat(60), undefined],
  ['text', 'x'.repeat(61), 'Max character length is 60'],
  ['checkbox', false, 'Mandatory'],
  ['checkbox', 'true', 'Mandatory'],
  ['checkbox', true, undefined],
] as const)('fields of a signer: %s takes %j: %s', (kind, answer, fault) => {
  expect(faultOf(kind, answer)).toBe(fault)
})

test('fields of a signer: only mandatory ones refuse an empty answer', () => {
  for (const kind of ['initials', 'date', 'text', 'checkbox'] as const)
    expect(faultOf(kind, undefined, false)).toBeUndefined()
})

test('fields of a signer: answers are kept trimmed, and printed with their question', () => {
  expect(keptAnswer('text', ' Leeds ')).toBe('Leeds')
  expect([keptAnswer('text', ' '), keptAnswer('checkbox', undefined)]).toEqual([null, false])
  expect(answerWords(field('date'), '2026-12-01')).toBe('date: 01/12/2026')
  expect(answerWords(field('checkbox'), true)).toBe('checkbox: yes')
  expect(answerWords(field('text', false), null)).toBe('text: –')
})
