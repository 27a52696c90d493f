import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isStintError } from '#kernel/errors.ts'
import { parseInput } from './input-errors.ts'

function errorsOf(schema: z.ZodType, raw: unknown): unknown {
  try {
    parseInput(schema, raw)
  } catch (error) {
    if (isStintError(error)) return error.errors
    throw error
  }
  return null
}

describe("zod's findings in the words of spec §5", () => {
  test.each([
    ['missing', z.string(), undefined, 'Mandatory'],
    ['null', z.uuid(), null, 'Mandatory'],
    ['empty', z.email(), '', 'Mandatory'],
    ['an empty list', z.array(z.string()).min(1), [], 'Mandatory'],
    ['no choice', z.enum(['a', 'b']), undefined, 'Mandatory'],
    ['another choice', z.enum(['a', 'b']), 'c', 'Please enter a valid Input'],
    ['text for a number', z.number(), 'many', 'Please enter a valid number'],
    ['a part of a whole', z.int(), 1.5, 'Only Integers'],
    ['nothing or less', z.number().positive(), 0, 'Needs Positive Number'],
    ['too little', z.number().min(5), 4, 'Min number is reached'],
    ['too much', z.number().max(5), 6, 'Max number is reached'],
    ['too short', z.string().min(3), 'ab', 'Must be at least 3 characters long'],
    ['too long', z.string().max(3), 'abcd', 'Max character length is 3'],
    ['no mail address', z.email(), 'x', 'Please enter a valid Email'],
    ['no link', z.url(), 'x', 'Please enter a valid URL'],
    ['no id', z.uuid(), 'x', 'Please enter a valid Input'],
    ['another form', z.string().regex(/^\d+$/), 'x', 'Please enter a valid Input'],
    ['its own words', z.string().regex(/^\d+$/, { error: 'Digits, please' }), 'x', 'Digits, please'],
  ])('%s', (_what, schema, value, message) => {
    expect(errorsOf(z.object({ field: schema }), { field: value })).toEqual({ field: message })
  })

  test('are under their field at any depth', () => {
    const schema = z.object({ details: z.array(z.object({ units: z.string().min(1), date: z.iso.date() })) })
    expect(
      errorsOf(schema, {
        details: [
          { units: '', date: '2026-02-30' },
          { units: '1', date: '2026-02-01' },
        ],
      }),
    ).toEqual({
      'details.0.units': 'Mandatory',
      'details.0.date': 'Please enter a valid Input',
    })
  })

  test('name unknown fields', () => {
    expect(errorsOf(z.strictObject({ a: z.string() }), { a: 'x', b: 1 })).toEqual({
      b: 'Please enter a valid Input',
    })
  })

  test('come from the nearest alternative', () => {
    const schema = z.union([z.object({ a: z.string(), b: z.string() }), z.object({ c: z.string() })])
    expect(errorsOf(schema, {})).toEqual({ c: 'Mandatory' })
    expect(errorsOf(schema, 7)).toEqual({ input: 'Please enter a valid Input' })
  })

  test('are under the whole input without a body', () => {
    expect(errorsOf(z.object({ a: z.string() }), undefined)).toEqual({ input: 'Mandatory' })
  })
})
