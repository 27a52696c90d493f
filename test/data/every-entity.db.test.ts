/** The product's own declarations, asked through the endpoint: every field, relation and aggregate that a role has. */
import { isObjectType, validateSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { type Profile, profiles, type TableView } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { CATEGORIES, type Category, ROLES, type Role, type Viewer } from '#entity/access.ts'
import { systemClock } from '#kernel/clock.ts'
import { freshDatabase } from '#test/database.ts'
import { viewers } from './world.ts'

const database = await freshDatabase()
const faults: unknown[] = []
const endpoint = new DataEndpoint({ database, clock: systemClock, onError: (error) => faults.push(error) })
const profileOf = profiles(catalog())

const rolesOf: Readonly<Record<Category, readonly Role[]>> = {
  agency: ROLES.filter((role) => role.startsWith('agency_') || role === 'primary_staff_user'),
  client: ['hiring_manager', 'invoice_contact', 'timesheet_approver'],
  contractor: ['contractor'],
  funder: ['funder_admin', 'funder_analyst'],
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
}
const everyRole = CATEGORIES.flatMap((category) => rolesOf[category].map((role) => [category, role] as const))

const viewerOf = (category: Category, role: Role): Viewer => ({ ...viewers.north, category, roles: [role] })

function columns(table: TableView): string {
  return [...table.columns.keys()].join(' ')
}

/** Everything of one table in one request: its fields, and one step along each relation. */
function everythingOf(table: TableView): string {
  const related = [...table.relations.values()].map(({ name, relation, target }) => {
    const rows = relation.kind === 'array' ? `${name}(limit: 1)` : name
    const count = relation.kind === 'array' ? ` ${name}_aggregate { aggregate { count } }` : ''
    return `${rows} { ${columns(target)} }${count}`
  })
  return `{ ${table.name}(limit: 1) { ${columns(table)} ${related.join(' ')} } ${table.name}_aggregate { aggregate { count } } }`
}

/** Filters and sorts by each column. */
function namedEverywhere(table: TableView): string {
  const where = [...table.columns.keys()].map((name) => `{${name}: {_is_null: false}}`).join(' ')
  const along = [...table.relations.keys()].map((name) => `{${name}: {}}`).join(' ')
  const order = [...table.columns.keys()].map((name) => `{${name}: asc}`).join(' ')
  return `{ ${table.name}(where: {_or: [${where} ${along}]}, order_by: [${order}], limit: 1) { __typename } }`
}

async function ask(viewer: Viewer, query: string): Promise<unknown> {
  faults.length = 0
  const body = await endpoint.execute(viewer, { query })
  if (faults[0]) throw new Error(`${query}: ${String(faults[0])}`, { cause: faults[0] })
  return JSON.parse(body)
}

const roots = (profile: Profile): TableView[] => [...profile.tables.values()].filter((table) => table.is_root)

describe.each(everyRole)('%s, %s', (category, role) => {
  const viewer = viewerOf(category, role)
  const tables = roots(profileOf(viewer))
  it('has a schema that graphql-js finds valid', () => {
    expect(validateSchema(endpoint.schemaOf(viewer).whole())).toEqual([])
  })
  it('has entities of its own', () => {
    expect(tables.length).toBeGreaterThan(3)
  })
  it('reads every field and relation that its schema shows, through the grants of its category', async () => {
    for (const table of tables) {
      expect(await ask(viewer, everythingOf(table)), table.name).not.toHaveProperty('errors')
    }
  })
  it('filters and sorts by all of them', async () => {
    for (const table of tables) {
      expect(await ask(viewer, namedEverywhere(table)), table.name).not.toHaveProperty('errors')
    }
  })
})

describe('the schema shown and the schema compiled', () => {
  it('are one: aggregates are asked for as introspection shows them', async () => {
    const viewer = viewerOf('agency', 'agency_admin')
    const schema = endpoint.schemaOf(viewer).whole()
    for (const table of roots(profileOf(viewer))) {
      const type = schema.getType(`${table.name}_aggregate_fields`)
      if (!isObjectType(type)) throw new Error(table.name)
      const parts = Object.values(type.getFields()).map((field) => {
        const inner = field.type
        return isObjectType(inner)
          ? `${field.name} { ${Object.keys(inner.getFields()).slice(0, 8).join(' ')} }`
          : field.name
      })
      expect(
        await ask(viewer, `{ ${table.name}_aggregate { aggregate { ${parts.join(' ')} } } }`),
        table.name,
      ).not.toHaveProperty('errors')
    }
  })
})

describe('what viewers read says when it changes', () => {
  it('by the signals of migration 0010, on every declared table', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'live%') = 3`,
    )
    const signalling = new Set(rows.map((row) => row.name))
    const { rows: views } = await database.owner.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v'`,
    )
    // The audit is read after the fact; a view changes with its tables.
    const silent = new Set(['log.audit', ...views.map((row) => row.name)])
    const missing = [...catalog().byPath.values()]
      .map((source) => source.table_name)
      .filter((name) => !signalling.has(name) && !silent.has(name))
    expect([...new Set(missing)]).toEqual([])
  })
})
