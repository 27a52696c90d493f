import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import type { ColumnView, TableView } from '../profile.ts'
import { AGGREGATE_OPERATORS, type AggregateOperator, withMeta } from './schema-meta.ts'
import {
  booleanComparison,
  comparisonOf,
  float,
  intComparison,
  listOf,
  orderByEnum,
  scalars,
} from './schema-scalars.ts'

type Fields = GraphQLFieldConfigMap<unknown, unknown>

/** Types of one profile's schema, each made once, when first asked for. */
export class TableTypes {
  readonly #made = new Map<string, unknown>()

  /** @param make must always make the same kind of thing under one name */
  once<T>(name: string, make: () => T): T {
    const known = this.#made.get(name)
    if (known !== undefined) return known as T // Made under this name below.
    const type = make()
    this.#made.set(name, type)
    return type
  }

  row(table: TableView): GraphQLObjectType {
    return this.once(table.name, () => {
      const fields = () => ({ ...this.#columnFields(table), ...this.#relationFields(table) })
      return new GraphQLObjectType({ name: table.name, description: table.source.entity.plural, fields })
    })
  }

  #columnFields(table: TableView): Fields {
    const fields: Fields = {}
    for (const column of table.columns.values()) {
      const type = outputTypeOf(column)
      fields[column.name] = withMeta(
        { is: 'column', column },
        {
          type: column.nullable ? type : new GraphQLNonNull(type),
          description: column.field.label,
          ...(column.type === 'jsonb' ? { args: { path: { type: GraphQLString } } } : {}),
        },
      )
    }
    return fields
  }

  #relationFields(table: TableView): Fields {
    const fields: Fields = {}
    for (const relation of table.relations.values()) {
      const { name, target } = relation
      if (relation.relation.kind === 'object') {
        fields[name] = withMeta({ is: 'object', table: target, relation }, { type: this.row(target) })
        continue
      }
      const args = this.listArgs(target)
      fields[name] = withMeta(
        { is: 'list', table: target, relation },
        { type: rowsOf(this.row(target)), args },
      )
      const aggregate = new GraphQLNonNull(this.aggregate(target))
      fields[`${name}_aggregate`] = withMeta(
        { is: 'aggregate', table: target, relation },
        { type: aggregate, args },
      )
    }
    return fields
  }

  listArgs(table: TableView): GraphQLFieldConfigArgumentMap {
    return {
      distinct_on: { type: listOf(this.selectColumn(table)), description: 'distinct select on columns' },
      limit: { type: GraphQLInt, description: 'limit the number of rows returned' },
      offset: { type: GraphQLInt, description: 'skip the first n rows' },
      order_by: { type: listOf(this.orderBy(table)), description: 'sort the rows by one or more columns' },
      where: { type: this.boolExp(table), description: 'filter the rows returned' },
    }
  }

  selectColumn(table: TableView): GraphQLEnumType {
    const name = `${table.name}_select_column`
    return this.once(name, () => {
      const values = Object.fromEntries([...table.columns.keys()].map((column) => [column, {}]))
      return new GraphQLEnumType({ name, description: `columns of "${table.name}"`, values })
    })
  }

  boolExp(table: TableView): GraphQLInputObjectType {
    const name = `${table.name}_bool_exp`
    return this.once(name, (): GraphQLInputObjectType => {
      const fields = (): GraphQLInputFieldConfigMap => {
        const self = this.boolExp(table)
        const made: GraphQLInputFieldConfigMap = {
          _and: { type: listOf(self) },
          _not: { type: self },
          _or: { type: listOf(self) },
        }
        for (const column of table.columns.values()) made[column.name] = { type: comparisonOf(column) }
        for (const {
          name: relation,
          relation: { kind },
          target,
        } of table.relations.values()) {
          made[relation] = { type: this.boolExp(target) }
          if (kind === 'array') made[`${relation}_aggregate`] = { type: this.#aggregateBoolExp(target) }
        }
        return made
      }
      return new GraphQLInputObjectType({
        name,
        description: `Boolean expression to filter rows of "${table.name}".`,
        fields,
      })
    })
  }

  #aggregateBoolExp(table: TableView): GraphQLInputObjectType {
    const name = `${table.name}_aggregate_bool_exp`
    return this.once(name, () => {
      const count = new GraphQLInputObjectType({
        name: `${name}_count`,
        fields: () => ({
          arguments: { type: listOf(this.selectColumn(table)) },
          distinct: { type: GraphQLBoolean },
          filter: { type: this.boolExp(table) },
          predicate: { type: new GraphQLNonNull(intComparison) },
        }),
      })
      return new GraphQLInputObjectType({
        name,
        fields: { count: { type: count }, ...this.#booleanExps(table, name) },
      })
    })
  }

  /** Whether all or some of the related rows say yes; as further aggregates, not where only counts are. */
  #booleanExps(table: TableView, name: string): GraphQLInputFieldConfigMap {
    const columns = [...table.columns.values()].filter((column) => column.scalar === 'Boolean')
    if (columns.length === 0 || !table.aggregates) return {}
    const fields = (['bool_and', 'bool_or'] as const).map((operator) => {
      const values = Object.fromEntries(columns.map((column) => [column.name, {}]))
      const select = new GraphQLEnumType({
        name: `${table.name}_select_column_${name}_${operator}_arguments_columns`,
        values,
      })
      const type = new GraphQLInputObjectType({
        name: `${name}_${operator}`,
        fields: () => ({
          arguments: { type: new GraphQLNonNull(select) },
          distinct: { type: GraphQLBoolean },
          filter: { type: this.boolExp(table) },
          predicate: { type: new GraphQLNonNull(booleanComparison) },
        }),
      })
      return [operator, { type }] as const
    })
    return Object.fromEntries(fields)
  }

  orderBy(table: TableView): GraphQLInputObjectType {
    const name = `${table.name}_order_by`
    return this.once(name, () => {
      const fields = (): GraphQLInputFieldConfigMap => {
        const made: GraphQLInputFieldConfigMap = {}
        for (const column of table.columns.keys()) made[column] = { type: orderByEnum }
        for (const {
          name: relation,
          relation: { kind },
          target,
        } of table.relations.values()) {
          if (kind === 'object') made[relation] = { type: this.orderBy(target) }
          else made[`${relation}_aggregate`] = { type: this.#aggregateOrderBy(target) }
        }
        return made
      }
      return new GraphQLInputObjectType({
        name,
        description: `Ordering options when selecting data from "${table.name}".`,
        fields,
      })
    })
  }

  #aggregateOrderBy(table: TableView): GraphQLInputObjectType {
    const name = `${table.name}_aggregate_order_by`
    return this.once(name, () => {
      const fields: GraphQLInputFieldConfigMap = { count: { type: orderByEnum } }
      for (const operator of operatorsOf(table)) {
        const columns = aggregatedColumns(table, operator).map((column) => [
          column.name,
          { type: orderByEnum },
        ])
        const type = new GraphQLInputObjectType({
          name: `${table.name}_${operator}_order_by`,
          fields: Object.fromEntries(columns),
        })
        fields[operator] = { type }
      }
      return new GraphQLInputObjectType({
        name,
        description: `order by aggregate values of table "${table.name}"`,
        fields,
      })
    })
  }

  aggregate(table: TableView): GraphQLObjectType {
    const name = `${table.name}_aggregate`
    return this.once(name, () => {
      const fields = (): Fields => ({
        aggregate: withMeta({ is: 'aggregate_fields' }, { type: this.#aggregateFields(table) }),
        nodes: withMeta({ is: 'nodes' }, { type: rowsOf(this.row(table)) }),
      })
      return new GraphQLObjectType({ name, description: `aggregated selection of "${table.name}"`, fields })
    })
  }

  #aggregateFields(table: TableView): GraphQLObjectType {
    const name = `${table.name}_aggregate_fields`
    return this.once(name, () => {
      const args = { columns: { type: listOf(this.selectColumn(table)) }, distinct: { type: GraphQLBoolean } }
      const fields: Fields = {
        count: withMeta({ is: 'count' }, { type: new GraphQLNonNull(GraphQLInt), args }),
      }
      for (const operator of operatorsOf(table)) {
        const columns: Fields = {}
        for (const column of aggregatedColumns(table, operator)) {
          const type = ['max', 'min', 'sum'].includes(operator) ? outputTypeOf(column) : float
          columns[column.name] = withMeta({ is: 'column', column }, { type })
        }
        const type = new GraphQLObjectType({ name: `${table.name}_${operator}_fields`, fields: columns })
        fields[operator] = withMeta({ is: 'operator', operator }, { type })
      }
      return new GraphQLObjectType({ name, description: `aggregate fields of "${table.name}"`, fields })
    })
  }
}

const rowsOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))

function outputTypeOf(column: ColumnView): GraphQLOutputType {
  const type = scalars[column.scalar]
  return column.is_list ? new GraphQLList(new GraphQLNonNull(type)) : type
}

const SUMMED: ReadonlySet<string> = new Set(['numeric', 'Int'])
const ORDERED: ReadonlySet<string> = new Set(['numeric', 'Int', 'String', 'date', 'timestamptz'])

/** Columns that an aggregate makes sense of. */
export function aggregatedColumns(table: TableView, operator: AggregateOperator): ColumnView[] {
  const fitting = operator === 'min' || operator === 'max' ? ORDERED : SUMMED
  return [...table.columns.values()].filter((column) => fitting.has(column.scalar) && !column.is_list)
}

function operatorsOf(table: TableView): AggregateOperator[] {
  if (!table.aggregates) return []
  return AGGREGATE_OPERATORS.filter((operator) => aggregatedColumns(table, operator).length > 0)
}
