/** What holds of every verb, asked of all of them (quality R3, I14, I16, S10); examples in verb-examples.ts. */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verbs } from '#business/verbs.ts'
import type { Category, Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { isStintError } from '#kernel/errors.ts'
import type { Connection } from '#server/database.ts'
import { adaptDatabaseError } from '#server/failure.ts'
import { perform, performIn } from '#server/perform.server.ts'
import { wrapTx } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { freshDatabase } from '../database.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { countRows, type RowCounts } from '../fixtures/row-counts.ts'
import { seedAgency, seedContact, seedProvider, seedWeek } from '../fixtures/world.ts'
import { contractProxy } from './contract-proxy.ts'
import { admin, approver, type Input, makeStage, operations, type Stage, worker } from './example-parts.ts'
import { test_data_keys } from './sample.ts'
import { examples } from './verb-examples.ts'

const database = await freshDatabase()
let stage: Stage
/** One of each category, of businesses that have nothing to do with the stage's. */
let strangers: Record<Category, Viewer>
/** The stage's own people, one of each category. */
let staff: Viewer[]
/** A business of each type that has nothing to do with the stage's. */
let foreign: Readonly<Record<string, string>>
/** Rows of every table of the product. */
let everything: () => Promise<RowCounts>
/** Calls by the documented API; Prism refuses calls that the contract does not describe. */
let callByContract: Awaited<ReturnType<typeof contractProxy>>

beforeAll(async () => {
  stage = await makeStage(database)
  const provider = await seedProvider(stage)
  const far = await seedWeek(stage, { provider })
  const financed = await seedAgency(stage, provider, { funding_model: 'indirect' })
  strangers = {
    agency: far.agency.admin,
    client: await seedContact(
      stage,
      provider.admin,
      far.client.id,
      'Cy',
      'timesheet_approver',
      'invoice_contact',
    ),
    contractor: far.contractor.viewer,
    funder: financed.funder?.admin ?? far.agency.admin,
    provider: provider.admin,
  }
  staff = [admin(stage), operations(stage), approver(stage), worker(stage)]
  foreign = {
    agency: far.agency.id,
    client: far.client.id,
    contractor: far.contractor.id,
    funder: present(financed.funder, 'a funder').id,
    provider: provider.id,
  }
  everything = await countRows(database)
  callByContract = await contractProxy(stage)
})

/** Most inputs are refused before they reach the database: a transaction begins with its first statement. */
async function undone(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  let begun: Promise<Connection> | undefined
  const begin = async () => {
    const client = await database.app.connect()
    await client.query('begin')
    return client
  }
  const opened = async () => {
    begun ??= begin()
    return wrapTx(await begun)
  }
  try {
    await work({
      rows: async (sql, params) => (await opened()).rows(sql, params),
      row: async (sql, params) => (await opened()).row(sql, params),
      run: async (sql, params) => (await opened()).run(sql, params),
    })
  } finally {
    const client = await begun
    await client?.query('rollback')
    client?.release()
  }
}

async function storesNothing(work: () => Promise<void>): Promise<void> {
  const before = await everything()
  await work()
  expect(await everything()).toEqual(before)
}

async function audits(action_id: string): Promise<number> {
  const { rows } = await database.owner.query<{ n: number }>(
    'select count(*)::int as n from log.audit where action_id = $1',
    [action_id],
  )
  return rows[0]?.n ?? 0
}

/** Somebody else of the same business with the same roles. */
function colleagueOf(viewer: Viewer): Promise<Viewer> {
  return seedContact(stage, stage.agency.provider.admin, viewer.business_id, 'Colin', ...viewer.roles)
}

const exampleOf = (action_id: string) => {
  const example = examples[action_id]
  if (!example) throw new Error(`${action_id} has no example`)
  return example
}
const doing = (viewer: Viewer, action_id: string, input: unknown, key: string | null = null) =>
  perform(stage, viewer, action_id, input, key)

type Path = readonly (string | number)[]

/** Where in an input its texts, numbers and lists stand. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  const here: Path[] = at.length === 0 ? [] : [at]
  if (Array.isArray(value))
    return [...here, ...value.slice(0, 1).flatMap((one, i) => pathsOf(one, [...at, i]))]
  if (typeof value !== 'object' || value === null) return here
  return [...here, ...Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...at, name]))]
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value)

/** A copy with another value in one place; undefined takes it away. */
function replaced(input: Input, path: Path, value: unknown): Input {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

const business_field = /^(.+_)?(agency|client|contractor|funder|provider|business|company|supplier)_id$/

function fieldsOf(schema: JsonSchema, at: Path = []): Path[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      ...(business_field.test(name) ? [[...at, name]] : []),
      ...fieldsOf(inner, [...at, name]),
    ]),
    ...(schema.items ? fieldsOf(schema.items, [...at, 0]) : []),
    ...choices.flatMap((one) => fieldsOf(one, at)),
  ]
}

/** Places of an input that name a business, also those that its example leaves out. */
function businessFields(action_id: string): Path[] {
  const verb = present(verbs.get(action_id), 'the verb')
  const schema = z.toJSONSchema(verb.input, { io: 'input', unrepresentable: 'any' })
  const paths = fieldsOf(schema as JsonSchema).map((path) => JSON.stringify(path)) // The part of it that is asked here.
  return [...new Set(paths)].map((path) => JSON.parse(path) as Path)
}

/** Is there an object in the input that can hold the field? */
function hasPlace(input: Input, path: Path): boolean {
  let inner: unknown = input
  for (const step of path.slice(0, -1)) {
    if (typeof inner !== 'object' || inner === null || !(step in inner)) return false
    inner = (inner as Record<string | number, unknown>)[step]
  }
  return typeof inner === 'object' && inner !== null
}

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[078]/.test(value)
const nobodys_id = '01990000-0000-7000-8000-00000000beef'

test('every verb has an example, and every example is of a verb', () => {
  expect(Object.keys(examples).sort()).toEqual([...verbs.keys()].sort())
})

const is_night = Boolean(process.env.STINT_NIGHTLY)
/** By day so many requests of one key wait for each other, and each place of an input takes a fifth of the hostile values. */
const AT_ONCE = is_night ? 16 : 4
const HOSTILE_STRIDE = is_night ? 1 : 5
/** Keys are told apart by person in one place of the product, so by day one verb in so many is asked by a colleague, too. */
const COLLEAGUE_STRIDE = is_night ? 1 : 3

/** Verbs between two looks at the tables: kept plans are made for the few rows of the beginning. */
const VERBS_A_PLAN = 30
describe.each([...verbs.keys()])('%s', (action_id) => {
  const turn = [...verbs.keys()].indexOf(action_id)
  beforeAll(async () => {
    if (turn % VERBS_A_PLAN === 0) await database.owner.query('analyze')
  })
  let unspent: Promise<Input> | undefined
  /** An input that nobody carries out: what is refused or undone leaves it as it is. */
  const refusable = (viewer: Viewer): Promise<Input> => {
    const example = exampleOf(action_id)
    if (viewer.user_id !== example.by(stage).user_id) return example.input(stage, viewer)
    unspent ??= example.input(stage, viewer)
    return unspent
  }

  test('done twice under one key is done once, with one answer; also by many at once', async () => {
    const example = exampleOf(action_id)
    const viewer = example.by(stage)
    const input = await example.input(stage, viewer)
    const before = await everything()
    const told = await audits(action_id)
    const key = `once-${action_id}`
    const { machine, is_reading = false, output } = present(verbs.get(action_id), 'the verb')
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => doing(viewer, action_id, input, key)),
    )
    const after = await everything()
    expect(after['platform.idempotency']).toBe((before['platform.idempotency'] ?? 0) + 1)
    answers.push(await doing(viewer, action_id, input, key))
    // A secret is in one of them.
    const secrets = verbs.get(action_id)?.secret_fields ?? []
    const told_once = (name: string, value: unknown) =>
      secrets.includes(name) || name === 'already_shown' ? undefined : value
    expect(new Set(answers.map((answer) => JSON.stringify(answer, told_once))).size).toBe(1)
    const first = answers.find((answer) => !Object.hasOwn(answer as object, 'already_shown'))
    expect(output.safeParse(first).error?.issues ?? []).toEqual([])
    expect(await everything()).toEqual(after)
    const rows = (await audits(action_id)) - told
    if (example.unaudited) expect(rows).toBe(0)
    else expect(rows).toBeGreaterThan(0)
    // Before the other input is made: making it may change the answer of a reading.
    if (machine === 'allowed') {
      const repeated = await callByContract({ viewer, action_id, input, key })
      expect(repeated).toEqual({ status: 200, body: { success: true, data: first } })
    }
    const other = await example.input(stage, viewer)
    if (machine === 'allowed') {
      const { status } = await callByContract({ viewer, action_id, input: other, key })
      expect(status).toBe(is_reading || isDeepStrictEqual(other, input) ? 200 : 409)
    }
    await storesNothing(async () => {
      if (!isDeepStrictEqual(other, input)) await refuses(viewer, other, ['conflict'], key)
      const unknown = await refuses(viewer, { ...input, and: 'something else' }, ['invalid'])
      expect(unknown.errors).toMatchObject({ and: 'Please enter a valid Input' })
    })
    // Refused above, so that nobody has used it.
    if (!isDeepStrictEqual(other, input)) unspent = Promise.resolve(other)

    if (turn % COLLEAGUE_STRIDE !== 0) return
    const colleague = await colleagueOf(viewer)
    const theirs = await example.input(stage, colleague)
    const heads = await audits(action_id)
    await doing(colleague, action_id, theirs, key)
    const again = (await audits(action_id)) - heads
    if (example.takes_all) expect(again).toBeGreaterThan(0)
    else expect(again).toBe(example.unaudited ? 0 : rows)
  })

  async function refuses(viewer: Viewer, input: Input, codes: readonly string[], key: string | null = null) {
    const refusal = await refusalOf(doing(viewer, action_id, input, key))
    expect(codes, `${refusal.code}: ${refusal.message} for ${JSON.stringify(input)}`).toContain(refusal.code)
    return refusal
  }

  test('missing and foreign records: refused alike, and nothing is stored', async () => {
    const example = exampleOf(action_id)
    const viewer = example.by(stage)
    const input = await refusable(viewer)
    const ids = pathsOf(input).filter((path) => isId(valueAt(input, path)))
    await storesNothing(async () => {
      for (const path of example.skips_unknown ? [] : ids)
        await refuses(viewer, replaced(input, path, nobodys_id), ['not_found', 'invalid'])
      for (const category of Object.keys(strangers) as Category[]) {
        if (!example.categories.includes(category))
          await refuses(strangers[category], input, ['not_allowed', 'not_found'])
        else if (ids.length > 0 && !example.skips_unknown)
          await refuses(strangers[category], input, ['not_allowed', 'not_found', 'invalid'])
      }
      if (verbs.get(action_id)?.impersonator === 'refused')
        await refuses({ ...viewer, impersonator_user_id: 'somebody' }, input, ['not_allowed'])
    })
  })

  test('businesses of others: refused under their field, also where the viewer’s own would do', async () => {
    const example = exampleOf(action_id)
    const paths = businessFields(action_id)
    if (paths.length === 0) return
    for (const viewer of staff.filter(({ category }) => example.categories.includes(category))) {
      const input = await refusable(viewer)
      await storesNothing(async () => {
        for (const path of paths.filter((one) => hasPlace(input, one))) {
          const name = String(path.at(-1))
          const kind = Object.keys(foreign).find((one) => name.startsWith(one)) ?? 'agency'
          for (const id of [nobodys_id, foreign[kind]]) {
            const refusal = await refuses(viewer, replaced(input, path, id), [
              'invalid',
              'not_found',
              'not_allowed',
            ])
            if (refusal.code === 'invalid' && viewer === staff[0])
              expect(Object.keys(refusal.errors ?? {}), `${path.join('.')} ${refusal.message}`).toContain(
                path.join('.'),
              )
          }
        }
      })
    }
  })

  test('any input: never crashes, and faults are under their field', async () => {
    const example = exampleOf(action_id)
    const viewer = example.by(stage)
    const input = await refusable(viewer)
    const faults: string[] = []
    // Places of one kind stand alike in many verbs, so each verb begins with another value.
    for (const [at, path] of pathsOf(input).entries()) {
      for (const value of hostile.filter((_, n) => (turn + at + n) % HOSTILE_STRIDE === 0)) {
        const fault = await tried(viewer, replaced(input, path, value), path)
        if (fault !== null)
          faults.push(`${path.join('.')} = ${JSON.stringify(value)?.slice(0, 40)}: ${fault}`)
      }
    }
    for (const raw of [undefined, null, [], 'text', 7, {}]) {
      const fault = await tried(viewer, raw, [])
      if (fault !== null) faults.push(`${JSON.stringify(raw)}: ${fault}`)
    }
    expect(faults).toEqual([])
  })

  /** Done and undone. What is wrong with how it went, or null. */
  async function tried(viewer: Viewer, raw: unknown, path: Path): Promise<string | null> {
    try {
      await undone((tx) =>
        performIn({ tx, clock: stage.clock, settings: test_data_keys }, viewer, action_id, raw),
      )
    } catch (thrown) {
      const error = adaptDatabaseError(thrown)
      if (!isStintError(error)) return `${String(error)} ${JSON.stringify(error)}`.slice(0, 300)
      if (error.message === '' || /undefined|null|\[object|NaN/.test(error.message)) return error.message
      if (error.code !== 'invalid') return null
      const fields = Object.keys(error.errors ?? {})
      if (fields.length === 0) return `no field says ${error.message}`
      const top = String(path[0] ?? '')
      return top === '' ||
        is_conditional.includes(`${action_id} ${top}`) ||
        fields.some((field) => field.startsWith(top))
        ? null
        : `${top} is wrong and ${fields.join(', ')} says ${error.message}`
    }
    return null
  }
})

const hostile: readonly unknown[] = [
  undefined,
  null,
  '',
  '   ',
  'x'.repeat(3999),
  'x'.repeat(100_000),
  'a\u0000b',
  'a\ud800',
  '👩‍💻 مرحبا',
  '<script>alert(1)</script>',
  "'; drop table x; --",
  '-1',
  '0',
  '1e5',
  '99999999999999.99',
  '999999999999999999999999',
  -1,
  0,
  1.5,
  1e308,
  Number.NaN,
  true,
  [],
  {},
  [null],
  { __proto__: null, constructor: 'x' },
  '0001-01-01',
  '9999-12-31',
  '2025-02-30',
]

/** Fields whose fault shows under another field: what they decide on. */
const is_conditional: readonly string[] = [
  // A file without the columns that its map names.
  'transaction.bank_statement.import content',
  'transaction.bank_statement.preview content',
  'business.credit_limit.allocate effective_from',
  'business.credit_limit.request valid_from',
  'business.credit_limit.set effective_from',
  // A number without the registration shows under the number.
  'business.company.update is_vat_registered',
  // Tax beyond the pay shows under the tax.
  'business.employment.start p45_pay_to_date',
  'business.tax_code.add previous_pay',
  'business.employment.take_over previous_pay',
  'business.employment.take_over gross_pay',
  'business.employment.take_over taxable_pay',
  // A part beyond its whole shows under the part.
  'business.employment.take_over at_lel',
  'business.employment.take_over lel_to_pt',
  'business.employment.take_over pt_to_uel',
  'business.employment.take_over employee_ni',
  'business.employment.take_over employer_ni',
  'transaction.tax_month.take_over employer_ni',
  'transaction.tax_month.take_over levy_charged',
  'contract.service_charge.create effective_from',
  'platform.compliance.upload valid_from',
  'contract.temp_placement.create start_date',
]
