/** A document's operation as one SQL statement whose columns are the JSON texts of its root fields. */
import { type FieldNode, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { Build } from '../build.ts'
import type { Operation, ReadVariables } from '../document.server.ts'
import { DataFault } from '../fault.ts'
import type { Slot } from '../input.ts'
import { LIMITS } from '../limits.ts'
import type { Profile } from '../profile.ts'
import type { FunctionRoot } from '../schema/function-root.ts'
import { introspect } from '../schema/introspect.server.ts'
import type { ProfileSchema } from '../schema/schema.server.ts'
import { metaOf } from '../schema/schema-meta.ts'
import {
  type DocumentParts,
  fieldsOf,
  requireNoSelection,
  requireSelection,
  resolve,
  type Selected,
} from '../selection.ts'
import { aggregateSql, byKeySql, listSql, ROOT_PLACE } from './compile-select.server.ts'

type PlanRoot =
  | { readonly key: string; readonly from: 'column'; readonly column: number }
  | { readonly key: string; readonly from: 'json'; readonly json: string }

export interface Plan {
  /** Null where nothing is read from the database. */
  readonly text: string | null
  readonly slots: readonly Slot[]
  readonly roots: readonly PlanRoot[]
  /** Tables it reads; true where only signals that name the viewer's business matter to it. */
  readonly tables: ReadonlyMap<string, boolean>
  readonly functions: ReadonlySet<FunctionRoot>
  /** Keys of the answer that show logged fields, by name of the endpoint's type. */
  readonly logged: ReadonlyMap<string, ReadonlySet<string>>
  /** Types with a logged field in a filter, an order or a count. */
  readonly asked: ReadonlySet<string>
  /** Estimated rows. */
  readonly cost: number
  /** Answers that depend on the values of variables cannot be kept. */
  readonly keep: boolean
  /** Given at the second execution: a statement that is run once is not worth a name. */
  name: string | null
  runs: number
}

/** @throws limit-exceeded beyond the most root fields */
export function rootFieldsOf(
  parts: DocumentParts,
  operation: Operation,
  type: GraphQLObjectType,
): Selected[] {
  const roots = fieldsOf(parts, type.name, [operation.node.selectionSet], '$')
  if (roots.length > LIMITS.root_fields) {
    throw new DataFault('limit-exceeded', `the operation has more than ${LIMITS.root_fields} root fields`)
  }
  return roots
}

function rootSql(build: Build, parts: DocumentParts, type: GraphQLObjectType, root: Selected): string {
  const { field, args, sets } = resolve(parts, type, root)
  const meta = metaOf(field)
  if (meta.is === 'nothing') {
    requireNoSelection(sets, root.path)
    return `'null'::json`
  }
  if (meta.is !== 'list' && meta.is !== 'aggregate' && meta.is !== 'by_pk')
    throw new Error(`${root.name} is no query.`)
  const inner = getNamedType(field.type)
  if (!isObjectType(inner)) throw new Error(`${root.name} has no object type.`)
  requireSelection(sets, meta.table.name, root.path)
  const context = { build, parts }
  const asked = { type: inner, sets, place: { ...ROOT_PLACE, path: root.path } }
  if (meta.is === 'by_pk') return byKeySql(context, meta.table, args, asked)
  const rows = { table: meta.table, from: null, args }
  return meta.is === 'list' ? listSql(context, rows, asked) : aggregateSql(context, rows, asked)
}

const isIntrospection = (root: Selected): boolean => root.name === '__schema' || root.name === '__type'

function introspected(
  schema: ProfileSchema,
  operation: Operation,
  roots: readonly Selected[],
  sent: Readonly<Record<string, unknown>>,
  allow: () => void,
) {
  const asked = roots.filter(isIntrospection)
  if (asked.length === 0) return new Map<string, string>()
  allow()
  if (asked.length > LIMITS.introspections) {
    throw new DataFault(
      'limit-exceeded',
      `the operation has more than ${LIMITS.introspections} introspections`,
    )
  }
  const nodes: FieldNode[] = asked.flatMap((root) => root.nodes)
  return introspect(schema.whole(), operation.node, nodes, operation.fragments, sent)
}

/** @throws in the dialect's words for anything outside the viewer's schema or beyond a limit */
export function compileQuery(
  profile: Profile,
  schema: ProfileSchema,
  operation: Operation,
  read: ReadVariables,
  sent: Readonly<Record<string, unknown>>,
  /** Asked before an introspection is made; throws where there were too many. */
  allowIntrospection: () => void,
): Plan {
  const build = new Build(profile)
  const type = operation.node.operation === 'subscription' ? schema.subscription : schema.query
  const parts: DocumentParts = { fragments: operation.fragments, variables: read.variables, visited: 0 }
  const selected = rootFieldsOf(parts, operation, type)
  const known = introspected(schema, operation, selected, sent, allowIntrospection)
  const columns: string[] = []
  const roots = selected.map((root): PlanRoot => {
    const { key } = root
    if (root.name === '__typename') return { key, from: 'json', json: JSON.stringify(type.name) }
    const json = known.get(key)
    if (json !== undefined) return { key, from: 'json', json }
    columns.push(`${rootSql(build, parts, type, root)}::text`)
    return { key, from: 'column', column: columns.length - 1 }
  })
  const { text, slots } = build.finish(`select ${columns.join(', ')}`)
  return {
    text: columns.length === 0 ? null : text,
    slots,
    roots,
    tables: build.tables,
    functions: build.functions,
    logged: build.logged,
    asked: build.asked,
    cost: build.cost,
    keep: known.size === 0 || Object.keys(sent).length === 0,
    name: null,
    runs: 0,
  }
}
