/** Mutations: every root of a request in its order, in one transaction of the verbs' role, audited with it. */
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import type pg from 'pg'
import { instant } from '#kernel/instant.ts'
import { writeAudit } from '#server/audit-write.server.ts'
import type { Database } from '#server/database.ts'
import { wrapTx } from '#server/tx.ts'
import type { AuditEntry } from '#server/verb.ts'
import { Build } from '../build.ts'
import type { Catalog } from '../catalog.ts'
import { rootFieldsOf } from '../compile/compile.server.ts'
import { type Operation, readVariables } from '../document.server.ts'
import { DataFault } from '../fault.ts'
import type { Slot } from '../input.ts'
import type { Profile } from '../profile.ts'
import { parameters, type RequestFacts } from '../run.server.ts'
import type { ProfileSchema } from '../schema/schema.server.ts'
import { metaOf } from '../schema/schema-meta.ts'
import type { Constraints } from '../schema/schema-write.ts'
import { type DocumentParts, requireSelection, resolve, type Selected } from '../selection.ts'
import { requireParents } from './check-parents.server.ts'
import {
  answerOf,
  updatesOf,
  type WriteStatement,
  type Written,
  WrittenRows,
  writeSql,
} from './compile-write.server.ts'
import { insertNested, isNested, type RunRead, type RunWrite } from './insert-nested.server.ts'
import { hasAction } from './write-access.ts'

interface Bound {
  readonly text: string
  readonly slots: readonly Slot[]
}

/** A write, and the read that answers it. */
interface Step {
  readonly write: WriteStatement & Bound
  readonly answer: Bound
  readonly rows: WrittenRows
}

interface MutationRoot {
  readonly key: string
  readonly path: string
  /** Several answers make a list. */
  readonly is_list: boolean
  readonly steps: readonly Step[]
  readonly json: string | null
  /** An insert with nested rows: later writes depend on earlier ones. */
  readonly nested: Nested | null
}

/** The writer, the action id, and the values of the variables. */
interface Acting {
  readonly profile: Profile
  readonly action_id: string | null
  readonly values: readonly unknown[]
}

interface Nested {
  readonly rows: Omit<Written, 'context'>
  readonly context: () => Written['context']
}

function compileRoot(
  { profile, action_id, values }: Acting,
  parts: DocumentParts,
  type: GraphQLObjectType,
  root: Selected,
): MutationRoot {
  const { key, path } = root
  if (root.name === '__typename')
    return { key, path, is_list: false, steps: [], json: JSON.stringify(type.name), nested: null }
  const { field, args, sets } = resolve(parts, type, root)
  const meta = metaOf(field)
  const inner = getNamedType(field.type)
  if (meta.is !== 'write' || !isObjectType(inner)) throw new Error(`${root.name} is no mutation.`)
  requireSelection(sets, inner.name, path)
  const compile = (written: Omit<Written, 'context'>): Step[] => {
    const build = new Build(profile, action_id, values)
    return writeSql({ ...written, context: { build, parts } }).map((statement) => {
      const rows = new WrittenRows()
      const reading = new Build(profile, action_id, values)
      const answer = reading.finish(answerOf({ ...written, context: { build: reading, parts } }, rows))
      return { write: { ...statement, ...build.finish(statement.text) }, answer, rows }
    })
  }
  const rows = { table: meta.table, type: inner, sets, path, root: meta.root, args }
  const isInsert = meta.root === 'insert' || meta.root === 'insert_one'
  if (isInsert && isNested(rows)) {
    const nested = { rows, context: () => ({ build: new Build(profile, action_id, values), parts }) }
    return { key, path, is_list: false, steps: [], json: null, nested }
  }
  const isMany = meta.root === 'update_many'
  const steps = isMany
    ? updatesOf(args).flatMap((one) => compile({ ...rows, root: 'update', args: one }))
    : compile(rows)
  return { key, path, is_list: isMany, steps, json: null, nested: null }
}

type Change = { id: string; old: Record<string, unknown> | null; new: Record<string, unknown> }

/** Audit entries by action id: `platform.note.update`. */
type Changes = Map<string, AuditEntry[]>

function noteChanges(
  { changes, action_id }: Pick<Running, 'changes' | 'action_id'>,
  { entity, action }: WriteStatement,
  written: readonly Change[],
): void {
  const key = action_id ?? `${entity}.${action}`
  const entries = changes.get(key) ?? []
  for (const { id, old, new: after } of written) {
    entries.push({ entity, entity_id: id, new_values: after, ...(old ? { old_values: old } : {}) })
  }
  changes.set(key, entries)
}

/** The context of one request's statements, and their changes so far. */
interface Running {
  readonly tx: pg.PoolClient
  readonly values: readonly unknown[]
  readonly facts: RequestFacts
  readonly changes: Changes
  readonly action_id: string | null
  readonly catalog: Catalog
}

/** Runs a statement of a write or its answer. @returns its JSON, and the changes for the audit */
async function runBound(
  { tx, values, facts }: Running,
  { text, slots }: Bound,
  path: string,
): Promise<readonly [json: string, changes: string]> {
  const query = { text, values: parameters(slots, values, facts), rowMode: 'array' as const }
  const { rows } = await tx.query<[allowed: boolean, json: string | null, changes: string]>(query)
  const [allowed, json, changes] = rows[0] ?? [false, null, '[]']
  if (!allowed) {
    throw new DataFault(
      'permission-error',
      'check constraint of an insert/update permission has failed',
      path,
    )
  }
  return [json ?? 'null', changes]
}

async function runWrite(running: Running, write: WriteStatement & Bound, path: string): Promise<string> {
  const [json, written] = await runBound(running, write, path)
  const changes = JSON.parse(written) as Change[] // Made by changesSql.
  if (write.parent) {
    const rows = changes.map((change) => change.new)
    await requireParents(
      { tx: wrapTx(running.tx), viewer: running.facts.viewer, catalog: running.catalog },
      rows,
      write.parent,
      path,
    )
  }
  noteChanges(running, write, changes)
  return json
}

async function runStep(running: Running, { write, answer, rows }: Step, path: string): Promise<string> {
  rows.set(await runWrite(running, write, path))
  const [json] = await runBound(running, answer, path)
  return json
}

async function runRoot(running: Running, root: MutationRoot): Promise<string> {
  if (root.json !== null) return root.json
  if (root.nested) {
    const { rows, context } = root.nested
    const run: RunWrite = (make) => {
      const made = context()
      const statement = make(made)
      return runWrite(running, { ...statement, ...made.build.finish(statement.text) }, root.path)
    }
    const read: RunRead = async (make) => {
      const made = context()
      const [json] = await runBound(running, made.build.finish(make(made)), root.path)
      return json
    }
    return insertNested(run, read, rows)
  }
  const answers: string[] = []
  for (const step of root.steps) answers.push(await runStep(running, step, root.path))
  return root.is_list ? `[${answers.join(',')}]` : (answers[0] ?? 'null')
}

/** An action id that nobody declared would leave out the values it was meant to force. */
function requireAction(profile: Profile, action_id: string | null): void {
  if (action_id !== null && !hasAction(profile, action_id))
    throw new DataFault('validation-failed', `there is no action '${action_id.slice(0, 100)}'`, '$.action_id')
}

/** Runs a mutation. @returns the data object's JSON. @throws with nothing written */
export async function mutate(
  database: Pick<Database, 'transaction'>,
  profile: Profile,
  schema: ProfileSchema,
  operation: Operation,
  sent: Readonly<Record<string, unknown>>,
  facts: RequestFacts,
  action_id: string | null = null,
): Promise<string> {
  requireAction(profile, action_id)
  if (!schema.mutation) throw new DataFault('validation-failed', 'no mutations exist')
  const type = schema.mutation
  const read = readVariables(operation, sent)
  const parts: DocumentParts = { fragments: operation.fragments, variables: read.variables, visited: 0 }
  const roots = rootFieldsOf(parts, operation, type).map((root) =>
    compileRoot({ profile, action_id, values: read.values }, parts, type, root),
  )
  return database.transaction(async (tx) => {
    const changes: Changes = new Map()
    const running = { tx, values: read.values, facts, changes, action_id, catalog: profile.catalog }
    const answers: string[] = []
    for (const root of roots) answers.push(`"${root.key}":${await runRoot(running, root)}`)
    for (const [action_id, entries] of changes) {
      await writeAudit(wrapTx(tx), { viewer: facts.viewer, action_id, at: instant(facts.now) }, entries)
    }
    return `{${answers.join(',')}}`
  })
}

/** Unique constraints by table; `on_conflict` names them. */
export async function readConstraints(database: Pick<Database, 'transaction'>): Promise<Constraints> {
  const rows = await database.transaction(async (tx) => {
    const found = await tx.query<{ table: string; names: string[] }>(
      `select n.nspname || '.' || r.relname as table, array_agg(c.conname::text order by c.conname) as names
       from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
       where c.contype in ('p', 'u') group by 1`,
    )
    return found.rows
  })
  return new Map(rows.map((row) => [row.table, row.names]))
}
