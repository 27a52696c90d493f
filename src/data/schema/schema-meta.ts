import type { GraphQLField, GraphQLOutputType } from 'graphql'
import type { ColumnView, RelationView, TableView } from '../profile.ts'

export const AGGREGATE_OPERATORS = [
  'avg',
  'max',
  'min',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'sum',
  'var_pop',
  'var_samp',
  'variance',
] as const
export type AggregateOperator = (typeof AGGREGATE_OPERATORS)[number]

export type WriteRoot =
  | 'insert'
  | 'insert_one'
  | 'update'
  | 'update_by_pk'
  | 'update_many'
  | 'delete'
  | 'delete_by_pk'

/** The meaning of a schema field. The compiler walks schema and document together and acts on this alone. */
type FieldMeta =
  | { readonly is: 'column'; readonly column: ColumnView }
  | { readonly is: 'list'; readonly table: TableView; readonly relation: RelationView | null }
  | { readonly is: 'object'; readonly table: TableView; readonly relation: RelationView }
  | { readonly is: 'aggregate'; readonly table: TableView; readonly relation: RelationView | null }
  | { readonly is: 'by_pk'; readonly table: TableView }
  | { readonly is: 'aggregate_fields' }
  | { readonly is: 'nodes' }
  | { readonly is: 'count' }
  | { readonly is: 'operator'; readonly operator: AggregateOperator }
  | { readonly is: 'write'; readonly root: WriteRoot; readonly table: TableView }
  | { readonly is: 'affected_rows' }
  | { readonly is: 'returning' }
  | { readonly is: 'nothing' }

/** Attaches the meaning to a field's configuration. */
export function withMeta<T extends { type: GraphQLOutputType }>(meta: FieldMeta, config: T): T {
  return { ...config, extensions: { stint: meta } }
}

export function metaOf(field: GraphQLField<unknown, unknown>): FieldMeta {
  const meta = field.extensions.stint
  if (meta === undefined) throw new Error(`The schema's field ${field.name} stands for nothing.`)
  return meta as FieldMeta // Attached by withMeta alone.
}
