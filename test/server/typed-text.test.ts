/** Every text field of every verb refuses text that nobody can read, under the field. */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { verbs } from '#business/verbs.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { refusalOf } from '../fixtures/refusal.ts'

type Def = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly valueType?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}
type Leaf = { readonly path: readonly string[]; readonly schema: z.ZodType }

/** The text fields of a schema, each with the schema that stands at its path. */
function textsOf(schema: z.ZodType, path: readonly string[] = [], outer: z.ZodType = schema): Leaf[] {
  const def = schema._zod.def as unknown as Def // The parts that zod's kinds of schema have.
  if (def.type === 'string') return [{ path, schema: outer }]
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([name, one]) => textsOf(one, [...path, name]))
  if (def.type === 'union') return (def.options ?? []).flatMap((one) => textsOf(one, path, outer))
  if (def.element) return textsOf(def.element, [...path, '0'])
  if (def.valueType) return textsOf(def.valueType, [...path, 'any'])
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  return inner ? textsOf(inner, path, outer) : []
}

/** An input with nothing but this value. */
function inputWith(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, step) => (step === '0' ? [inner] : { [step]: inner }), value)
}

const hostile = [
  'a\u0000b',
  'a\u0007b',
  '\u001b[2J',
  'a\u009bb',
  'a\ud800',
  '\u200b\u2060',
  '\u202e',
  '\u3164',
  'INV-\u202e1',
  'a \u2066note',
  `Fee Z${'\u0301'.repeat(190)}`,
]
/** Two values with one of these look alike. */
const hidden = ['A\u200bB', 'A\u2028B', 'A\u00adB']
const LINE_MAX = 200
/** Codes, figures and days as text: verbs read them by rules of their own, which refuse blanks. */
const read_later =
  /[ ._](amount|currency|date|deductions|entity|fee|field|levy|loan|mapping\.0|ni|pay|pension|percent|rate|retained|search|tax|template|type|units|value)$/
/** Words of a page or of the person's own file, keys and secrets, and texts to search by. */
const no_line =
  /^(platform\.export\.start|platform\.report_schedule\.save|platform\.import\.map|transaction\.bank_statement\.\w+) |[ ._](updated_at|submitted_until|content_hash|\w+_(id|key|letter|password|secret|rate|sum|insured|balance|allowance|limit|code)|saved_keys\.0|keys\.0|standard_units)$/
/** Typed values before their save, which judges them. */
const drafts = /^(transaction\.timesheet\.(keep|drop)_typed|business\.party\.save_draft) /
const fields = [...verbs.values()].flatMap((verb) =>
  textsOf(verb.input).map((leaf) => ({ ...leaf, verb, name: `${verb.action_id} ${leaf.path.join('.')}` })),
)
const is_file = ({ verb, path }: (typeof fields)[number]) => verb.file_texts?.includes(path[0] ?? '') === true

test('typed text: the fields are found', () => {
  const names = fields.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(500)
  expect(names).toContain('business.client.create company.address.line_1')
  expect(fields.filter(is_file).map(({ name }) => name)).toEqual([
    'transaction.bank_statement.preview content.0',
    'transaction.bank_statement.import content.0',
  ])
})

describe('typed text', () => {
  test('is refused under its field where it is unreadable', async () => {
    const taken: string[] = []
    for (const field of fields.filter((one) => !is_file(one))) {
      for (const text of hostile) {
        const input = inputWith(field.path, text)
        const call = async () => parseInput(field.verb.input, input, field.verb.file_texts)
        const { errors } = await refusalOf(call())
        if (errors?.[field.path.join('.')] !== 'Please enter a valid Input')
          taken.push(`${field.name} ${JSON.stringify(text)}`)
      }
    }
    expect(taken).toEqual([])
  })

  test('of one line is refused with signs that nobody sees', () => {
    const isLine = (schema: z.ZodType) => !schema.safeParse('x'.repeat(LINE_MAX + 1)).success
    const taken = fields
      .filter(({ name }) => !read_later.test(name) && !no_line.test(name))
      .filter((one) => isLine(one.schema) && hidden.some((text) => one.schema.safeParse(text).success))
      .map(({ name }) => name)
    expect(taken).toEqual([])
  })

  test('of blanks alone is never kept as it is', () => {
    const kept = fields.filter(({ schema }) => {
      const parsed = schema.safeParse(' \u00a0\u3000')
      return parsed.success && typeof parsed.data === 'string' && parsed.data !== ''
    })
    const names = kept.filter((one) => !is_file(one)).map(({ name }) => name)
    expect(names.filter((name) => !read_later.test(name) && !drafts.test(name))).toEqual([])
  })

  test('of a whole book is refused under its field', async () => {
    for (const { name, path, verb } of fields) {
      const call = async () => parseInput(verb.input, inputWith(path, 'x'.repeat(4001)), verb.file_texts)
      const { errors } = await refusalOf(call())
      expect(errors, name).toMatchObject({ [path.join('.')]: 'Max character length is 4000' })
    }
  })
})

test('names, numbers and wording of documents: a letter that they cannot print is named under its field', () => {
  const printed = fields.filter(({ schema }) => {
    const parsed = schema.safeParse('Li 李')
    return !parsed.success && parsed.error.issues[0]?.message === 'Documents cannot print 李'
  })
  const names = printed.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'business.client.create company.name',
      'business.contractor.create individual.first_name',
      'contract.temp_placement.create po_number',
      'contract.temp_placement.create rates.0.name',
      'contract.adhoc_fee.create description',
      'transaction.expense.submit details.0.description',
      'business.bank_account.create account_holder_name',
    ]),
  )
  expect(names.length).toBeGreaterThan(150)
})

test('e-mail addresses: longer than mail servers take are refused under their field', async () => {
  const addresses = fields.filter(({ path }) => /(^|\.)(emails?(\.0)?|to\.0)$/.test(path.join('.')))
  expect(addresses.length).toBeGreaterThan(5)
  for (const { name, schema } of addresses) {
    for (const email of [`${'x'.repeat(65)}@example.com`, `x@${'long.'.repeat(50)}example.com`]) {
      expect(schema.safeParse(email).success, name).toBe(false)
    }
  }
})
