import { beforeAll, describe, expect, test } from 'vitest'
import { type EntityAddress, entities, entityAddresses } from '#business/entities.ts'
import { type Entity, type Field, type FieldKind, tableOf } from '#entity/entity.ts'
import { freshDatabase } from '#test/database.ts'

/** SQL types a kind may stand on. Decimals are told apart by scale, because money and rates round differently. */
const sqlTypes = {
  uuid: ['uuid'],
  human_id: ['text'],
  text: ['text'],
  code: ['text'],
  choice: ['text'],
  money: ['numeric(15,2)'],
  rate: ['numeric(12,4)', 'numeric(12,6)', 'numeric(15,4)'],
  units: ['numeric(12,4)', 'numeric(8,4)'],
  percent: ['numeric(12,4)'],
  integer: ['integer', 'bigint'],
  day: ['date'],
  instant: ['timestamptz'],
  boolean: ['boolean'],
  email: ['text'],
  url: ['text'],
  phone: ['text'],
  tags: ['text[]', 'uuid[]'],
  json: ['jsonb'],
} as const satisfies Record<FieldKind, readonly string[]>

/** Tables that no viewer reads as rows; what becomes visible of them comes through verbs and the session. */
const private_tables = new Set([
  'platform.feature',
  'platform.installation',
  // Read by the session and by mail.
  'platform.setting',
  // Read by the rules that raise documents; each line of a document says its rate.
  'config.tax_rate',
  'platform.human_id_counter',
  'platform.invoice_series',
  'platform.idempotency',
  // Asked and changed by verbs: a client's figures, and decisions that wait ten seconds.
  'business.approval_rule',
  // Found and accepted by verbs of the provider; officers are compared with people of the agency.
  'business.risk_flag',
  'business.company_officer',
  'request.escalation',
  'request.held_decision',
  // Asked and changed by the verbs of absence.
  'platform.delegation',
  'request.held_record',
  'platform.outbox',
  // Read and set by verbs of the inbox.
  'platform.notification_preference',
  // Written and read by the commands of backup.
  'platform.backup_drill',
  // Asked and kept by the verbs of the bank's statements and of matching.
  'transaction.bank_csv_map',
  'transaction.payer_memory',
  'log.audit_head',
  // Written by the steps of signing; a document's signers and its certificate show what readers need.
  'log.signature_event',
  'platform.signature_field',
  // Written by the job that deletes files; the paper says the day.
  'log.removed_file',
  // Kept by printing; the record decides its readers.
  'platform.rendered',
  // Of operation: read by health, metrics and alarms.
  'platform.node',
  'platform.fair_share',
  'platform.lease',
  'platform.check_cursor',
  'platform.check_result',
  'log.alarm',
  // What rows were when the product wrote them: read by verify.
  'log.anchor',
  'log.seal_head',
  'log.seal_key',
  'log.seal_log',
  'log.sealed_table',
  'log.tx_mac',
])

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
]

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly has_default: boolean
  readonly is_generated: boolean
}

const database = await freshDatabase()
const columns = new Map<string, Map<string, Column>>()

beforeAll(async () => {
  const { rows } = await database.owner.query<Column>(
    `select n.nspname || '.' || c.relname as table, a.attname::text as name,
       replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
       not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as has_default,
       a.attgenerated <> '' as is_generated
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
     order by 1, a.attnum`,
    [schemas],
  )
  for (const column of rows) {
    const table = columns.get(column.table) ?? new Map<string, Column>()
    columns.set(column.table, table.set(column.name, column))
  }
})

const byTable = Map.groupBy(
  entityAddresses.map((address): Entity => entities[address]),
  tableOf,
)

function faultsOfField(entity: Entity, name: string, field: Field): string[] {
  const table = columns.get(tableOf(entity))
  const at = `${entity.module}.${entity.name}.${name}`
  if (field.computed) {
    return field.computed.args
      .filter((arg) => arg !== '$today' && !table?.has(arg))
      .map((arg) => `${at} is computed from ${arg}, which is no column`)
  }
  const column = table?.get(name)
  if (!column) return [`${at} has no column`]
  const faults: string[] = []
  const allowed: readonly string[] = sqlTypes[field.kind]
  if (!allowed.includes(column.type)) faults.push(`${at} is ${field.kind} on ${column.type}`)
  // A check of the table may promise more than the column, as for the kinds of contract; never less.
  const mayPromiseMore = entity.fixed !== undefined
  if (column.nullable && !field.nullable && !mayPromiseMore) faults.push(`${at} may be null`)
  if (!column.nullable && field.nullable) faults.push(`${at} is never null`)
  if (field.defaulted && !column.has_default) faults.push(`${at} has no default`)
  if (column.is_generated !== (field.generated === true)) faults.push(`${at} is generated in one of the two`)
  return faults
}

describe('entities and tables say the same', () => {
  test.for(entityAddresses)('%s', (address: EntityAddress) => {
    const entity: Entity = entities[address]
    const table = columns.get(tableOf(entity))
    expect(table, `${tableOf(entity)} is a table`).toBeDefined()
    const faults = Object.entries({ ...entity.fields, ...entity.unread }).flatMap(([name, field]) =>
      faultsOfField(entity, name, field),
    )
    const softDelete = entity.soft_delete !== false
    if (softDelete && !table?.has('deleted_at')) faults.push('is deleted softly without a column for it')
    for (const [column] of Object.entries(entity.fixed ?? {})) {
      if (!table?.has(column)) faults.push(`is fixed by ${column}, which is no column`)
    }
    expect(faults).toEqual([])
  })

  test('every table is an entity or named private', () => {
    const strange = [...columns.keys()].filter((table) => !byTable.has(table) && !private_tables.has(table))
    expect(strange).toEqual([])
    expect([...private_tables].filter((table) => byTable.has(table) || !columns.has(table))).toEqual([])
  })

  test('columns: each is a field that is read, or one that verbs alone use', () => {
    const strange: string[] = []
    for (const [table, list] of byTable) {
      for (const name of columns.get(table)?.keys() ?? []) {
        const isField = list.some((entity) => Object.hasOwn(entity.fields, name))
        // A kind of the table may write a column that is read from the whole table alone.
        const isUnread = list.some(
          (entity) =>
            Object.hasOwn(entity.unread ?? {}, name) &&
            (entity.fixed === undefined || Object.hasOwn(entity.fields, name)),
        )
        if (!isField && !isUnread && name !== 'deleted_at') strange.push(`${table}.${name} is neither`)
        if (isField && isUnread) strange.push(`${table}.${name} is both`)
      }
    }
    expect(strange).toEqual([])
  })

  test('choices are the values that the table allows', async () => {
    const { rows } = await database.owner.query<{ table: string; definition: string }>(
      `select n.nspname || '.' || c.relname as table, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where k.contype = 'c' and n.nspname = any($1)`,
      [schemas],
    )
    const faults: string[] = []
    let compared = 0
    for (const { table, definition } of rows) {
      const found = /^CHECK \(\((?:"?(\w+)"?) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition)
      if (!found) continue
      const [, name = '', list = ''] = found
      const allowed = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map((one) => one[1])
      for (const entity of byTable.get(table) ?? []) {
        const field = entity.fields[name]
        if (field?.kind !== 'choice') continue
        compared += 1
        const offered = (field.choices ?? []).map((one) => one.value)
        const missing = allowed.filter((value) => !offered.includes(value ?? ''))
        const extra = offered.filter((value) => !allowed.includes(value))
        if (missing.length > 0 || extra.length > 0) {
          faults.push(`${entity.module}.${entity.name}.${name}: missing ${missing}, not allowed ${extra}`)
        }
      }
    }
    expect(faults).toEqual([])
    expect(compared).toBeGreaterThan(40)
  })

  test('relations lead from a column to a column of the same type', () => {
    const faults: string[] = []
    for (const address of entityAddresses) {
      const entity: Entity = entities[address]
      for (const [name, relation] of Object.entries(entity.relations ?? {})) {
        const at = `${address}.${name}`
        const target: Entity | undefined = entities[relation.to as EntityAddress]
        if (!target) {
          faults.push(`${at} leads to ${relation.to}, which is no entity`)
          continue
        }
        const from = columns.get(tableOf(entity))?.get(relation.from)
        const key = columns.get(tableOf(target))?.get(relation.key)
        if (!from || !key)
          faults.push(`${at} joins ${relation.from} to ${relation.key}, and one is no column`)
        else if (from.type !== key.type) faults.push(`${at} joins ${from.type} to ${key.type}`)
        if (Object.hasOwn(entity.fields, name)) faults.push(`${at} is a field too`)
      }
    }
    expect(faults).toEqual([])
  })
})
