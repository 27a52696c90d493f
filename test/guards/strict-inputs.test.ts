import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { verbs } from '#business/verbs.ts'
import { CATEGORIES } from '#entity/access.ts'
import { isCommentRequired } from '#kernel/messages.ts'
import { inner_lists, lists } from '#test/lists/registry.ts'
import { idsInput, type List, type ListRow, type RowVerb } from '#web/list/model/list.ts'

const schemaOf = (input: z.ZodType) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })

/** Paths of the objects in a JSON schema that accept keys they do not name. */
function looseObjects(schema: unknown, path = 'input'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const isLoose =
    'properties' in schema && (schema as { additionalProperties?: unknown }).additionalProperties !== false
  return [
    ...(isLoose ? [path] : []),
    ...Object.entries(schema).flatMap(([name, inner]) => looseObjects(inner, `${path}.${name}`)),
  ]
}

describe('verb inputs', () => {
  it('finds a loose object inside a strict one', () => {
    const schema = z.strictObject({ lines: z.array(z.object({ units: z.string() })) })
    expect(looseObjects(schemaOf(schema))).toEqual(['input.properties.lines.items'])
  })

  it.each([...verbs])('%s: names every key it accepts', (_, { input }) => {
    expect(looseObjects(schemaOf(input))).toEqual([])
  })
})

const row: ListRow = { id: '0192f0c0-0000-7000-8000-000000000001' }
type Sent = { readonly verb: RowVerb; readonly input: object }

const asksComment = ({ confirm, label }: RowVerb) => confirm === 'comment' || isCommentRequired(label)

/** The input of each action that a list offers, with a comment where its dialog asks for one. */
function sentBy({ columns, row_actions = [], bulk = [] }: List): Sent[] {
  const in_rows = [
    ...columns.flatMap(({ action }) => action ?? []),
    ...row_actions.flatMap((action) => ('action_id' in action ? [action] : [])),
  ]
  const words = (verb: RowVerb) => (asksComment(verb) ? 'A comment' : '')
  return [
    ...in_rows.map((verb) => ({
      verb,
      input: verb.input?.(row, words(verb)) ?? idsInput([row.id], words(verb)),
    })),
    ...bulk
      .filter(({ opens }) => !opens)
      .map((verb) => ({
        verb,
        input: verb.input?.([row.id], words(verb)) ?? idsInput([row.id], words(verb)),
      })),
  ]
}

describe('list actions', () => {
  const all = [
    ...Object.entries(lists).flatMap(([path, load]) =>
      CATEGORIES.map((category) => ({ path: `${path} (${category})`, load: () => load(category) })),
    ),
    ...inner_lists.map(({ key, load }) => ({ path: `${key} (inner)`, load })),
  ]

  it.each(all)('$path: send keys that their verbs name, and the comment they ask for', async ({ load }) => {
    for (const { verb, input } of sentBy(await load())) {
      const named = Object.keys(schemaOf(verbs.get(verb.action_id)?.input as z.ZodType).properties ?? {})
      expect(named, verb.action_id).toEqual(expect.arrayContaining(Object.keys(input)))
      if (asksComment(verb)) expect(Object.values(input), verb.action_id).toContain('A comment')
    }
  })
})
