/** A missing value reads "Mandatory" under its field, in every verb (requirements §5). */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { present } from '#kernel/assert.ts'
import { StintError } from '#kernel/errors.ts'
import { parseInput } from '#server/http/input-errors.ts'

function errorsOf(action_id: string): Readonly<Record<string, string>> {
  try {
    parseInput(present(verbs.get(action_id), 'a verb').input, {})
    return {}
  } catch (error) {
    if (error instanceof StintError) return error.errors ?? {}
    throw error
  }
}

test('an empty input: each missing field of each verb is mandatory', () => {
  const other = [...verbs.keys()].flatMap((action_id) =>
    Object.entries(errorsOf(action_id))
      .filter(([, message]) => message !== 'Mandatory' && message !== 'Please specify the reason')
      .map(([field, message]) => `${action_id} ${field}: ${message}`),
  )
  expect(other).toEqual([])
})
