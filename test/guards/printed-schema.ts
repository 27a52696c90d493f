/**
 * What each category of viewers is shown of the data endpoint, as one short document: rows with their fields, roots, and
 * what may be written. Types that follow from these by rule (filters, orders, aggregates) are left out: with them it
 * would be a hundred thousand lines, in which no change is seen.
 */
import { type GraphQLSchema, getNullableType, isInputObjectType, isObjectType } from 'graphql'
import type { Profile } from '#data/profile.ts'
import type { Category } from '#entity/access.ts'

export interface Shown {
  readonly category: Category
  readonly profile: Profile
  readonly schema: GraphQLSchema
}

/** Lines of one type, each with the categories that are shown it. */
type Lines = Map<string, Category[]>
/** Types by their head, e.g. `type business_agency`. */
type Types = Map<string, Lines>

const RULED = /_(aggregate|by_pk|one|many)$/

function note(types: Types, head: string, line: string, category: Category): void {
  const lines = types.get(head) ?? new Map<string, Category[]>()
  types.set(head, lines)
  lines.set(line, [...(lines.get(line) ?? []), category])
}

function noteInput(types: Types, { schema, category }: Shown, name: string): void {
  const type = schema.getType(name)
  if (!isInputObjectType(type)) return
  for (const field of Object.values(type.getFields()))
    note(types, `input ${name}`, `${field.name}: ${field.type}`, category)
}

function noteTables(types: Types, shown: Shown): void {
  const { schema, profile, category } = shown
  for (const table of profile.tables.values()) {
    for (const name of [table.name, `${table.name}_mutation_response`]) {
      const type = schema.getType(name)
      for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
        if (field.name.endsWith('_aggregate') && isObjectType(getNullableType(field.type))) continue
        note(types, `type ${name}`, `${field.name}: ${field.type}`, category)
      }
    }
    for (const input of ['args', 'insert_input', 'set_input'])
      noteInput(types, shown, `${table.name}_${input}`)
  }
}

function noteRoots(types: Types, { schema, category }: Shown): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (!RULED.test(field.name)) note(types, `type ${root?.name}`, `${field.name}: ${field.type}`, category)
    }
  }
}

interface Seen {
  readonly line: string
  readonly by: readonly Category[]
  /** Who may find it empty where everybody else never does. */
  readonly withheld: readonly Category[]
}

/** A field that some find empty, and nobody else, is one field, as those are told of it. */
function merged(lines: Lines): Seen[] {
  return [...lines].flatMap(([line, by]) => {
    const surely = lines.get(`${line}!`)
    if (surely) return [{ line, by: [...surely, ...by].sort(), withheld: by }]
    const maybe = line.endsWith('!') ? lines.get(line.slice(0, -1)) : undefined
    return maybe ? [] : [{ line, by, withheld: [] }]
  })
}

/** The document: types in the order of their names, fields in that of their declarations. */
export function printShown(all: readonly Shown[]): string {
  const types: Types = new Map()
  for (const shown of all) {
    noteRoots(types, shown)
    noteTables(types, shown)
  }
  const printed = [...types]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([head, lines]) => {
      const fields = merged(lines).map(({ line, by, withheld }) => {
        return `  ${line} @seen(by: [${by.join(', ')}])${withheld.length > 0 ? ` @withheld(from: [${withheld.join(', ')}])` : ''}`
      })
      return `${head} {\n${fields.join('\n')}\n}`
    })
  const categories = all.map(({ category }) => category).join(' ')
  const head = [
    `# The data endpoint (docs/data-api.md): row types, roots and writable columns, and the categories of viewers that see
# each; some roles of a category may see fewer. Filters, orders, aggregates and upserts follow by rule.
# Printed by a guard: npx vitest run test/guards/graphql-schema.db.test.ts -u`,
    'directive @seen(by: [category!]!) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION',
    '# Empty for these where it would tell a figure that is not theirs (docs/security.md).\ndirective @withheld(from: [category!]!) on FIELD_DEFINITION',
    `enum category { ${categories} }`,
    `scalar uuid\nscalar numeric\nscalar bigint\nscalar date\nscalar timestamptz\nscalar jsonb`,
    'schema { query: query_root mutation: mutation_root }',
  ]
  return `${[...head, ...printed].join('\n\n')}\n`
}
