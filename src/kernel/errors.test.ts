import { expect, test } from 'vitest'
import { conflict, invalid, notAllowed, notFound, precondition, toErrorBody } from './errors.ts'
import { errorText, isCommentRequired, validationText } from './messages.ts'

test.each([
  [notFound('Invoice'), { code: 'not_found', message: 'Invoice not found' }],
  [notAllowed(), { code: 'not_allowed', message: 'You do not have permission to do this' }],
  [
    invalid({ units: 'Mandatory' }),
    { code: 'invalid', message: 'Mandatory', errors: { units: 'Mandatory' } },
  ],
  [conflict('Already approved'), { code: 'conflict', message: 'Already approved' }],
  [precondition('The receipt is reversed'), { code: 'precondition', message: 'The receipt is reversed' }],
])('%s reaches the caller as it was worded', (error, body) => {
  expect(toErrorBody(error)).toEqual(body)
})

test.each([new Error('password=hunter2'), 'a string', null, undefined, { code: 'not_found' }])(
  'what is not a refusal leaks nothing: %s',
  (thrown) => {
    expect(toErrorBody(thrown)).toEqual({ code: 'internal', message: errorText.internal })
  },
)

test("words are the spec's to the letter", () => {
  expect(validationText.max_date('01/04/2026')).toBe('Should be before 01/04/2026')
  expect(validationText.fixed_digits(8)).toBe('Must be exactly 8 digits')
  expect(errorText.user_inactive('help@example.test')).toBe(
    'User is inactive. Please contact help@example.test',
  )
})

test.each([
  ['Reject', true],
  ['Cancel Placement', true],
  ['Reject with No Resubmission', true],
  ['Approve', false],
])('a comment on %s is required: %s', (label, required) => {
  expect(isCommentRequired(label)).toBe(required)
})
