import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { verbs } from '#business/verbs.ts'

/** Paths of the objects in a JSON schema that accept keys they do not name. */
function looseObjects(schema: unknown, path = 'input'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && (schema as { additionalProperties?: unknown }).additionalProperties !== false
  return [
    ...(own ? [path] : []),
    ...Object.entries(schema).flatMap(([name, inner]) => looseObjects(inner, `${path}.${name}`)),
  ]
}

describe('verb inputs', () => {
  it('finds a loose object inside a strict one', () => {
    const schema = z.strictObject({ lines: z.array(z.object({ units: z.string() })) })
    expect(looseObjects(z.toJSONSchema(schema, { io: 'input' }))).toEqual(['input.properties.lines.items'])
  })

  it.each([...verbs.keys()])('%s: names every key it accepts', (action_id) => {
    const input = verbs.get(action_id)?.input
    expect(looseObjects(z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' }))).toEqual(
      [],
    )
  })
})
