import { expect, test } from 'vitest'
import { isStintError } from '#kernel/errors.ts'
import { cleanInput } from './clean-input.ts'

function errorsOf(raw: unknown): unknown {
  try {
    cleanInput(raw)
  } catch (error) {
    if (isStintError(error)) return error.errors
    throw error
  }
  return null
}

test('an id gets one spelling; other text stays', () => {
  const id = '0198ABCD-0000-7000-8000-00000000ABCD'
  expect(cleanInput({ id, ids: [id], title: 'ABC', n: 1, none: null, absent: undefined })).toEqual({
    id: id.toLowerCase(),
    ids: [id.toLowerCase()],
    title: 'ABC',
    n: 1,
    none: null,
    absent: undefined,
  })
})

test('a password in the form of an id stays as typed', () => {
  const password = '0198ABCD-0000-7000-8000-00000000ABCD'
  expect(cleanInput({ password, new_password: password })).toEqual({ password, new_password: password })
})

test.each([
  ['a NUL', 'a\u0000b', 'Please enter a valid Input'],
  ['half a character', 'a\ud800', 'Please enter a valid Input'],
  ['a book', 'x'.repeat(4001), 'Max character length is 4000'],
])('%s is refused under its field, however deep', (_what, text, message) => {
  expect(errorsOf({ rates: [{ name: text }] })).toEqual({ 'rates.0.name': message })
  expect(errorsOf(text)).toEqual({ input: message })
})

test('human text stays: emoji, markup, line breaks, 4,000 characters', () => {
  for (const text of ['👩‍💻 <script>alert(1)</script>\n', 'x'.repeat(4000), ''])
    expect(errorsOf({ text })).toBeNull()
})

test('an input as deep as a well is refused', () => {
  let deep: unknown = 'bottom'
  for (let i = 0; i < 30; i += 1) deep = { deep }
  expect(Object.values(errorsOf(deep) as object)).toEqual(['Please enter a valid Input'])
})
