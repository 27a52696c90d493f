/** A list as a statement that gives one row after the other: the same rows and fields as everywhere, without an end. */
import { getNamedType, isObjectType } from 'graphql'
import { Build } from './build.ts'
import { rootFieldsOf } from './compile.server.ts'
import { limitOf } from './compile-rows.server.ts'
import { ROOT_PLACE, rowsSql } from './compile-select.server.ts'
import type { Operation, ReadVariables } from './document.server.ts'
import { DataFault } from './fault.ts'
import type { Slot } from './input.ts'
import type { Profile } from './profile.ts'
import type { ProfileSchema } from './schema.server.ts'
import { metaOf } from './schema-meta.ts'
import { type DocumentParts, requireSelection, resolve } from './selection.ts'

/** Each row of its answer is one column: the row's JSON text. */
export interface RowsPlan {
  readonly text: string
  readonly slots: readonly Slot[]
}

/** Few rows are in memory at a time, so the estimate of an unlimited list of a page holds here, too. */
const ESTIMATE = 100

/** @throws as compileQuery does, and where the document is anything but one list */
export function compileRows(
  profile: Profile,
  schema: ProfileSchema,
  operation: Operation,
  read: ReadVariables,
): RowsPlan {
  const build = new Build(profile)
  const parts: DocumentParts = { fragments: operation.fragments, variables: read.variables, visited: 0 }
  const [root, ...others] = rootFieldsOf(parts, operation, schema.query)
  if (!root || others.length > 0) throw new DataFault('validation-failed', 'one list was expected')
  const { field, args, sets } = resolve(parts, schema.query, root)
  const meta = metaOf(field)
  const type = getNamedType(field.type)
  if (meta.is !== 'list' || !isObjectType(type))
    throw new DataFault('validation-failed', `${root.name} is no list`, root.path)
  requireSelection(sets, meta.table.name, root.path)
  const rows = { table: meta.table, from: null, args }
  const place = { ...ROOT_PLACE, path: root.path }
  const cut = { limit: limitOf(args, root.path), estimate: ESTIMATE }
  const sql = rowsSql({ build, parts }, rows, type, sets, place, cut)
  return build.finish(`select row_to_json(r)::text from (${sql}) r`)
}
