/** Every way in which a question can turn on a figure: what an attacker would try in order to find it by asking. */
import type { TableView } from '#data/profile.ts'

/** Steps of relations from a root to the table that holds the figure. */
export interface Route {
  readonly root: string
  readonly steps: readonly { readonly name: string; readonly is_list: boolean }[]
}

/** Routes of at most `most` steps that end at a table. */
export function routesTo(tables: ReadonlyMap<string, TableView>, target: string, most: number): Route[] {
  const routes: Route[] = []
  const walk = (table: TableView, root: string, steps: Route['steps']): void => {
    if (table.name === target) routes.push({ root, steps })
    if (steps.length === most) return
    for (const { name, relation, target: next } of table.relations.values())
      walk(next, root, [...steps, { name, is_list: relation.kind === 'array' }])
  }
  for (const table of tables.values()) if (table.is_root && !table.function) walk(table, table.name, [])
  return routes
}

const around = (steps: Route['steps'], inner: string): string =>
  [...steps].reverse().reduce((text, { name }) => `{${name}: ${text}}`, inner)

const select = (steps: Route['steps'], inner: string): string =>
  [...steps].reverse().reduce((text, { name }) => `${name} { ${text} }`, inner)

/** A question whose answer says whether some row has more than `n`. */
export type Question = (n: number) => string

const count = (root: string, where: string) =>
  `{ ${root}_aggregate(where: ${where}) { aggregate { count } } }`

/** Filters that turn on the figure; each answers with a count above zero where some row has more than `n`. */
export function filters({ root, steps }: Route, field: string): Record<string, Question> {
  const last = steps.at(-1)
  const before = steps.slice(0, -1)
  const asked: Record<string, Question> = {
    plain: (n) => count(root, around(steps, `{${field}: {_gt: "${n}"}}`)),
    or: (n) => count(root, `{_or: [${around(steps, `{_and: [{${field}: {_gt: "${n}"}}]}`)}]}`),
    'not not': (n) => count(root, `{_not: {_not: ${around(steps, `{${field}: {_gt: "${n}"}}`)}}}`),
  }
  if (steps.length === 0) asked.not = (n) => count(root, `{_not: {${field}: {_lte: "${n}"}}}`)
  if (last?.is_list) {
    const counted = (n: number) =>
      `{${last.name}_aggregate: {count: {predicate: {_gt: 0}, filter: {${field}: {_gt: "${n}"}}}}}`
    asked.counted = (n) => count(root, around(before, counted(n)))
  }
  return asked
}

/** Questions that give the figure, or rows in its order, outright. */
export function shown({ root, steps }: Route, field: string): Record<string, string> {
  const last = steps.at(-1)
  const before = steps.slice(0, -1)
  const asked: Record<string, string> = { selected: `{ ${root} { ${select(steps, field)} } }` }
  const operators = ['max', 'min', 'sum', 'avg', 'stddev', 'var_pop']
  if (steps.length === 0) {
    asked.alias = `{ ${root} { id: ${field} } }`
    asked.fragment = `{ ${root} { ...f } } fragment f on ${root} { ${field} }`
    asked.nodes = `{ ${root}_aggregate { nodes { ${field} } } }`
    asked.distinct = `{ ${root}(distinct_on: [${field}]) { __typename } }`
    asked.counted = `{ ${root}_aggregate { aggregate { count(columns: [${field}], distinct: true) } } }`
    for (const operator of operators)
      asked[operator] = `{ ${root}_aggregate { aggregate { ${operator} { ${field} } } } }`
  }
  if (steps.every((step) => !step.is_list))
    asked.sorted = `{ ${root}(order_by: ${around(steps, `{${field}: desc}`)}) { __typename } }`
  if (last?.is_list) {
    asked['sum of related'] =
      `{ ${root} { ${select(before, `${last.name}_aggregate { aggregate { sum { ${field} } } }`)} } }`
    if (before.every((step) => !step.is_list)) {
      const sorted = around(before, `{${last.name}_aggregate: {max: {${field}: desc}}}`)
      asked['sorted by related'] = `{ ${root}(order_by: ${sorted}) { __typename } }`
    }
  }
  return asked
}
