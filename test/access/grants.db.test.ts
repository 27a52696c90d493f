/**
 * The second line (data-endpoint.md, decision 2): even a wrong statement cannot read what a category may not, because its
 * login role has no grant for it.
 */
import { describe, expect, test } from 'vitest'
import { type EntityAddress, entities, entityAddresses } from '#business/entities.ts'
import { CATEGORIES, type Category } from '#entity/access.ts'
import { type Entity, tableOf } from '#entity/entity.ts'
import { freshDatabase } from '#test/database.ts'
import { columnOfSide, hiddenFromAll, told_columns, withheldFields } from './oracle-fields.ts'
import { expectedRows } from './oracle-rows.ts'
import { lookers } from './world.ts'

const database = await freshDatabase()

/**
 * Columns that no role of the category may name, and which statements on its behalf must read all the same: row rules
 * and relations compare them. What they hold is ids and the state of another's row; nothing of it is ever selected.
 */
const compared: Readonly<Record<Category, readonly string[]>> = {
  // From one's own user to one's own contacts; the business that a mail is about.
  agency: ['business.business_contact.user_id', 'log.mail.agency_id', 'log.mail.provider_id'],
  // Payment terms are one type of configuration, and the rest is not for this viewer.
  client: ['business.business_contact.user_id', 'config.configuration.type', 'log.mail.provider_id'],
  contractor: ['business.business_contact.user_id', 'log.mail.provider_id'],
  funder: ['business.business_contact.user_id', 'log.mail.provider_id'],
  provider: ['log.mail.provider_id'],
}

const schemas = [
  'business',
  'contract',
  'transaction',
  'payment',
  'ledger',
  'request',
  'log',
  'platform',
  'config',
  'integrations',
  'auth',
]

interface Grant {
  readonly name: string
  readonly reads: boolean
  readonly writes: boolean
}

/** Every column there is, and what the login role may do with it. */
async function grantsOf(category: Category): Promise<Grant[]> {
  const { rows } = await database.owner.query<Grant>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name,
       has_schema_privilege($2, n.oid, 'usage') and has_column_privilege($2, c.oid, a.attnum, 'select') as reads,
       has_column_privilege($2, c.oid, a.attnum, 'insert, update')
         or has_table_privilege($2, c.oid, 'delete, truncate, references, trigger') as writes
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
     order by 1`,
    [schemas, `${database.role_prefix}_${category}`],
  )
  return rows
}

/** Columns that some entity of the table shows to some role of the category, by the hand-written oracle. */
function shownTo(category: Category): Set<string> {
  const shown = new Set<string>()
  const everyRole = lookers.filter((looking) => looking.category === category)
  for (const address of entityAddresses) {
    const entity: Entity = entities[address]
    if (!everyRole.some((looking) => expectedRows(address as EntityAddress, looking) !== null)) continue
    const hidden = hiddenFromAll(address, category)
    for (const [name, field] of Object.entries(entity.fields)) {
      if (hidden.includes(name)) continue
      const columns = field.computed ? field.computed.args.filter((arg) => arg !== '$today') : [name]
      const cut = everyRole.every(
        (looking) =>
          withheldFields(address, looking).has(name) || columnOfSide(address, looking, name) !== null,
      )
      for (const column of columns) if (!cut) shown.add(`${tableOf(entity)}.${column}`)
      for (const [told, of] of Object.entries(told_columns))
        if (of === `${tableOf(entity)}.${name}`) shown.add(told)
    }
  }
  return shown
}

const quote = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

async function refusal(category: Category, sql: string): Promise<string | undefined> {
  try {
    await database.reader(category).query(sql)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code // Errors of pg carry it.
  }
}

describe.each(CATEGORIES)('the login role of %s', (category) => {
  test('is granted the columns that the category is shown, and of the others only what rules compare', async () => {
    const shown = shownTo(category)
    const grants = await grantsOf(category)
    expect(grants.length).toBeGreaterThan(800)
    const shut = grants.filter(({ name, reads }) => shown.has(name) && !reads).map(({ name }) => name)
    expect(shut, 'shown, yet not granted').toEqual([])
    // Rules see to it that what is deleted stays unseen.
    const open = grants.filter(
      ({ name, reads }) => reads && !shown.has(name) && !name.endsWith('.deleted_at'),
    )
    expect(
      open.map(({ name }) => name),
      'granted, yet not shown',
    ).toEqual([...compared[category]])
  })

  test('writes nothing', async () => {
    const writable = (await grantsOf(category)).filter(({ writes }) => writes).map(({ name }) => name)
    expect(writable).toEqual([])
    expect(await refusal(category, 'create table public.mine (id integer)')).toBe('42501')
    expect(await refusal(category, 'delete from transaction.timesheet')).toBe('42501')
  })

  test('is refused by PostgreSQL itself where a statement names a hidden column', async () => {
    for (const address of entityAddresses) {
      const entity: Entity = entities[address]
      const table = quote(tableOf(entity))
      const names = hiddenFromAll(address, category).filter((name) => {
        const column = `${tableOf(entity)}.${name}`
        return !compared[category].includes(column) && !shownTo(category).has(column)
      })
      for (const name of names.slice(0, 3)) {
        const computed = entity.fields[name]?.computed
        const sql = computed
          ? `select ${computed.fn}(${computed.args.map(() => 'null').join(', ')})`
          : `select count(*) from ${table} where ${quote(name)} is not null`
        expect(await refusal(category, sql), `${address}.${name}`).toBe('42501')
      }
    }
    expect(await refusal(category, 'select email from auth.user')).toBe('42501')
    // A positive control: the role itself works.
    expect(await refusal(category, 'select alpha_code from platform.currency')).toBeUndefined()
  })
})
