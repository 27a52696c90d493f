/**
 * Operations of a request, combined into one named mutation (spec §7.1). Access declarations decide writes and forced
 * values; the data endpoint runs it like any mutation.
 */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import type { DataRequest } from './execute.server.ts'
import { LIMITS } from './limits.ts'
import { bool_exp, DocumentVariables, fields, name, of_entity, rootOf, selection } from './query-parts.ts'

const on_conflict = z.strictObject({
  constraint: name,
  update_columns: z.array(name).optional(),
  where: bool_exp.optional(),
})

const values = z.record(z.string(), z.unknown())

/** A key that is not known is refused: a misspelt `where` must not change every row. */
export const operation = z.strictObject({
  ...of_entity,
  action: z.enum(['insert', 'update', 'delete']),
  objects: z.union([values, z.array(values)]).optional(),
  set: values.optional(),
  where: bool_exp.optional(),
  update_id: z.string().optional(),
  update_ids: z.array(z.string()).optional(),
  delete_id: z.string().optional(),
  delete_ids: z.array(z.string()).optional(),
  on_conflict: on_conflict.optional(),
  fields: fields.optional(),
  alias: name.optional(),
})
export type Operation = z.infer<typeof operation>

export const operations = z.array(operation).min(1).max(LIMITS.root_fields)

/** The rows an update or a delete means: by id, by ids, or else by its filter. Never all of them by saying nothing. */
function whereOf({ action, where, ...ids }: Operation): unknown {
  const id = action === 'update' ? ids.update_id : ids.delete_id
  const list = action === 'update' ? ids.update_ids : ids.delete_ids
  if (id !== undefined) return { id: { _eq: id } }
  if (list !== undefined) return { id: { _in: list } }
  if (where === undefined) throw invalid({ where: `Say which records to ${action}: by id or by where` })
  return where
}

function argumentsOf(one: Operation, variables: DocumentVariables): string {
  const root = rootOf(one)
  if (one.action === 'insert') {
    if (one.objects === undefined) throw invalid({ objects: 'Say what to insert' })
    const objects = variables.add(`[${root}_insert_input!]!`, one.objects)
    const conflict =
      one.on_conflict && `, on_conflict: ${variables.add(`${root}_on_conflict`, one.on_conflict)}`
    return `objects: ${objects}${conflict ?? ''}`
  }
  const where = `where: ${variables.add(`${root}_bool_exp!`, whereOf(one))}`
  if (one.action === 'delete') return where
  if (one.set === undefined) throw invalid({ set: 'Say what to set' })
  return `${where}, _set: ${variables.add(`${root}_set_input!`, one.set)}`
}

/** The operation's own alias, or a descriptive one; repeats are numbered. */
function aliases(list: readonly Operation[]): string[] {
  const taken = new Set<string>()
  return list.map((one, at) => {
    const wanted = one.alias ?? `${one.action}_${rootOf(one)}`.slice(0, 58)
    if (one.alias !== undefined && taken.has(wanted))
      throw invalid({ alias: `The alias ${wanted} is given twice` })
    const alias = taken.has(wanted) ? `${wanted}_${at + 1}` : wanted
    taken.add(alias)
    return alias
  })
}

/**
 * @param title name of the mutation; the actions of spec §7 are known by one
 * @returns a document whose answer holds `affected_rows` and, with fields, `returning` under each alias
 * @throws invalid for an operation without its required parts
 */
export function mutationOf(list: readonly Operation[], title = 'operations'): DataRequest {
  const variables = new DocumentVariables()
  const names = aliases(list)
  const roots = list.map((one, at) => {
    const returning = one.fields ? ` returning { ${selection(one.fields)} }` : ''
    return `${names[at]}: ${one.action}_${rootOf(one)}(${argumentsOf(one, variables)}) { affected_rows${returning} }`
  })
  return { query: `mutation ${title}${variables.head} { ${roots.join(' ')} }`, variables: variables.values }
}
