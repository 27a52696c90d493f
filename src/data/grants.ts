/**
 * The database's second line (data-endpoint.md, decision 2): every login role holds exactly the declared columns, so
 * that even a wrong statement cannot read a hidden one.
 */
import type pg from 'pg'
import { CATEGORIES, type Category } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import {
  type Catalog,
  columnsOf,
  fieldFor,
  fieldsOfCategory,
  rulesOfCategory,
  type Source,
  sourceAt,
  withheldColumns,
} from './catalog.ts'
import { catalog as ours } from './registry.ts'
import { ruleColumns } from './rule-sql.ts'
import type { FunctionRoot } from './schema/function-root.ts'
import { functionGrants, functions as ourFunctions } from './schema/functions.ts'
import { ident, qualified } from './sql.ts'

/** Our schemas: `auth` is the sign-in's and never a viewer's. */
const SCHEMAS = [
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
  'report',
  'auth',
] as const

/** Tables whose rows verbs delete. Everything else is deleted softly, or never. */
const DELETABLE = new Set([
  'auth.address_link',
  'auth.user',
  'auth.session',
  'auth.account',
  'auth.verification',
  'auth.challenge',
  'auth.device',
  'auth.factor',
  'auth.identity',
  // Of a decision that was undone.
  'auth.magic_use',
  'auth.oidc_state',
  // Once its bytes are gone.
  'auth.party_link_file',
  'auth.password_reset',
  'auth.recovery_code',
  'auth.sms_code',
  'auth.passkey_challenge',
  'auth.step_up',
  'auth.throttle',
  'business.business_feature',
  // A company drops its former officers.
  'business.company_officer',
  // Past their time alone: the table's trigger refuses the rest.
  'log.security_event',
  // Rows of checks that are there no more.
  'platform.check_result',
  // Printed again when needed.
  'platform.rendered',
  // Of decisions after their ten seconds.
  'request.held_record',
  // Of a run that is calculated again; issued ones are kept by a trigger.
  'transaction.pay_run_check',
  'transaction.pay_run_payslip',
  // Older than 30 days.
  'platform.webhook_delivery',
  // Rows of a file, deleted before it is read again.
  'platform.import_row',
])

/** Written by functions alone, so that a verb's connection cannot touch a seal, the audit log or the books. */
const CLOSED = new Set([
  'ledger.account',
  'ledger.posting',
  'ledger.transaction',
  'log.audit',
  'log.audit_head',
  'log.seal_head',
  'log.seal_key',
  'log.seal_log',
  'log.sealed_table',
  'log.tx_mac',
])

/** Reads of `ledger.post` beside the ledger itself: parties, currencies, and the facts that entries name. */
const POST_READS: Readonly<Record<string, string>> = {
  'business.business': '(id, type, books_begin)',
  'platform.currency': '(id, alpha_code)',
  'transaction.collection_note': '(id)',
  'transaction.credit_allocation': '(id)',
  'transaction.invoice': '(id)',
  'transaction.invoice_set': '(id)',
  'transaction.payment_receipt_detail': '(id)',
  'transaction.payment_receipt_summary': '(id)',
  'transaction.holiday_movement': '(id)',
  'transaction.payslip': '(id)',
  'transaction.recourse_entry': '(id)',
  'transaction.refund': '(id)',
  'transaction.tax_month': '(id)',
  'transaction.overpayment': '(id)',
  'transaction.year_correction': '(id)',
}

/** Functions that a connection calls before it commits (server/seals). */
const CLOSING = ['log.close_seals()', 'log.keep_mac(integer, bigint, bigint, timestamptz, text, text, text)']

interface DatabaseFacts {
  readonly schemas: string[]
  /** `schema.table` → its columns. */
  readonly columns: Map<string, Set<string>>
  /** Tables protected by a trigger against changes. */
  readonly kept: Set<string>
  /** Whether the record of applied migrations is there. */
  readonly has_history: boolean
}

async function readFacts(client: pg.ClientBase, catalog: Catalog): Promise<DatabaseFacts> {
  const declared = [...catalog.byPath.values()].map((source) => source.table_name.split('.')[0] ?? '')
  const wanted = [...new Set([...SCHEMAS, ...declared])]
  const { rows } = await client.query<{ schema: string; name: string; columns: string[]; kept: boolean }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       exists (select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
               where t.tgrelid = c.oid and p.proname = 'refuse_change') as kept
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm')
     order by 1, 2`,
    [wanted],
  )
  const { rows: schemas } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1) order by 1',
    [wanted],
  )
  const { rows: history } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_history.file') is not null as found`,
  )
  return {
    schemas: schemas.map((row) => row.name),
    columns: new Map(rows.map((row) => [`${row.schema}.${row.name}`, new Set(row.columns)])),
    kept: new Set(rows.filter((row) => row.kept).map((row) => `${row.schema}.${row.name}`)),
    has_history: history[0]?.found ?? false,
  }
}

type Need = (table: string, column: string) => void

/** Columns that any statement needs without showing them: key, rule, fixed conditions, sorts of relations. */
function needOf(catalog: Catalog, source: Source, category: Category, need: Need): void {
  const { entity, table_name: table } = source
  if (!source.access[category]) return
  need(table, source.key)
  for (const name of fieldsOfCategory(source, category)) {
    const field = entity.fields[name]
    // Some roles read a withheld field in full; its replacement is for all its readers.
    for (const role of category_roles[category]) {
      const read = field && fieldFor(source, name, field, { category, roles: [role] })
      if (read) for (const column of columnsOf(name, read)) need(table, column)
    }
    for (const column of withheldColumns(source, name)) need(table, column)
  }
  if (source.soft_delete) need(table, 'deleted_at')
  for (const column of Object.keys(entity.fixed ?? {})) need(table, column)
  for (const [path, column] of rulesOfCategory(source, category).flatMap((r) =>
    ruleColumns(catalog, source, r),
  )) {
    const other = sourceAt(catalog, path)
    need(other.table_name, column)
    if (other.soft_delete) need(other.table_name, 'deleted_at')
    for (const fixed of Object.keys(other.entity.fixed ?? {})) need(other.table_name, fixed)
  }
  const readable = new Set(fieldsOfCategory(source, category))
  for (const relation of Object.values(entity.relations ?? {})) {
    const target = sourceAt(catalog, relation.to)
    // A viewer who cannot read the start of a relation has no such relation (profile.ts).
    if (!target.access[category] || !readable.has(relation.from)) continue
    for (const column of [relation.key, ...Object.keys(relation.where ?? {})]) need(target.table_name, column)
  }
}

/** Columns by table that a category's login role may select. */
function columnsOfCategory(catalog: Catalog, category: Category): Map<string, Set<string>> {
  const granted = new Map<string, Set<string>>()
  const need: Need = (table, column) => {
    const columns = granted.get(table) ?? new Set()
    granted.set(table, columns.add(column))
  }
  for (const source of catalog.byPath.values()) needOf(catalog, source, category, need)
  return granted
}

/** Functions of derived fields that the category reads. */
function functionsOfCategory(catalog: Catalog, category: Category): Set<string> {
  const names = new Set<string>()
  for (const source of catalog.byPath.values()) {
    for (const name of fieldsOfCategory(source, category)) {
      const computed = source.entity.fields[name]?.computed
      if (computed) names.add(computed.fn)
    }
  }
  return names
}

function categoryGrants(catalog: Catalog, facts: DatabaseFacts, category: Category, role: string): string[] {
  const granted = columnsOfCategory(catalog, category)
  const statements = [...granted].map(([table, columns]) => {
    const real = facts.columns.get(table)
    if (!real) throw new Error(`Access declarations name the table ${table}, which is not in the database.`)
    const missing = [...columns].filter((column) => !real.has(column))
    if (missing.length > 0)
      throw new Error(`${table} has no ${missing.join(', ')}, named by a declaration for ${category}.`)
    return `grant select (${[...columns].sort().map(ident).join(', ')}) on ${qualified(table)} to ${role}`
  })
  const functions = functionsOfCategory(catalog, category)
  const schemas = new Set([...granted.keys(), ...functions].map((name) => name.split('.')[0] ?? ''))
  return [
    ...[...schemas].sort().map((schema) => `grant usage on schema ${ident(schema)} to ${role}`),
    ...statements,
    ...[...functions].sort().map((name) => `grant execute on function ${qualified(name)} to ${role}`),
  ]
}

/** Tables with hard deletes by some viewer. */
function deletedForGood(catalog: Catalog): Set<string> {
  const sources = [...catalog.byPath.values()].filter(
    ({ soft_delete, access }) => !soft_delete && Object.values(access).some((one) => one?.delete),
  )
  return new Set(sources.map((source) => source.table_name))
}

function appGrants(catalog: Catalog, facts: DatabaseFacts, role: string): string[] {
  const deletable = new Set([...DELETABLE, ...deletedForGood(catalog)])
  const schemas = facts.schemas.map(ident).join(', ')
  const tables = [...facts.columns.keys()].map((table) => {
    if (CLOSED.has(table)) return `grant select on ${qualified(table)} to ${role}`
    const isKept = facts.kept.has(table) || table.endsWith('_activity')
    const rights = [
      'select',
      'insert',
      ...(isKept ? [] : ['update']),
      ...(deletable.has(table) ? ['delete'] : []),
    ]
    return `grant ${rights.join(', ')} on ${qualified(table)} to ${role}`
  })
  return [
    `grant usage on schema ${schemas} to ${role}`,
    `grant execute on all functions in schema ${schemas} to ${role}`,
    `grant usage on all sequences in schema ${schemas} to ${role}`,
    ...tables,
  ]
}

/** Columns that sessions, sign-in and the shell's facts read. */
const SESSION_READS: Readonly<Record<string, string>> = {
  'platform.api_token': '',
  'platform.user': '',
  'platform.installation': '',
  'platform.setting': '',
  'platform.currency': '',
  'business.business': '',
  'business.business_contact': '',
  'business.business_feature': '',
  'business.identity_provider': '',
  'contract.contract': '(agency_id, type, deleted_at)',
  'log.notification_log': '(user_id, business_contact_id, class, state, read_at, held_decision_id)',
  'log.impersonation': '',
  'platform.delegation': '(from_contact_id, to_contact_id, from_day, to_day, ended_at)',
}

function sessionGrants(facts: DatabaseFacts, role: string): string[] {
  // A catalog of tests may have none of our tables.
  const reads = Object.entries(SESSION_READS).filter(([table]) => facts.columns.has(table))
  const own = [...facts.columns.keys()].filter((table) => table.startsWith('auth.'))
  const schemas = new Set(
    [...reads.map(([table]) => table), ...own].map((table) => table.split('.')[0] ?? ''),
  )
  return [
    ...[...schemas].map((schema) => `grant usage on schema ${ident(schema)} to ${role}`),
    ...reads.map(([table, columns]) => `grant select ${columns} on ${qualified(table)} to ${role}`),
    ...own.map((table) => `grant select, insert, update, delete on ${qualified(table)} to ${role}`),
    ...(own.length > 0 ? [`grant usage on all sequences in schema auth to ${role}`] : []),
    ...(facts.columns.has('log.tx_mac')
      ? CLOSING.map((name) => `grant execute on function ${name} to ${role}`)
      : []),
    // Its events must not wait for connections of the work.
    ...['log.security_event', 'log.notification_log']
      .filter((table) => facts.columns.has(table))
      .map((table) => `grant insert on ${table} to ${role}`),
    ...(facts.columns.has('platform.user')
      ? [`grant update (preferences) on platform."user" to ${role}`]
      : []),
    // Signs of life and readiness must not wait for the work either.
    ...(facts.columns.has('platform.node')
      ? [`grant select, insert, update, delete on platform.node to ${role}`]
      : []),
    ...(facts.columns.has('platform.lease')
      ? [`grant select, insert, update on platform.lease to ${role}`]
      : []),
    ...(facts.has_history
      ? [`grant usage on schema schema_history to ${role}`, `grant select on schema_history.file to ${role}`]
      : []),
  ]
}

/** The owner of `ledger.post` writes to the ledger, and to nothing else. */
function ledgerGrants(facts: DatabaseFacts, role: string): string[] {
  if (!facts.columns.has('ledger.posting')) return []
  return [
    `grant usage on schema ledger, business, platform, transaction to ${role}`,
    `grant select, insert on ledger.account, ledger.transaction, ledger.posting to ${role}`,
    `grant execute on function platform.new_id() to ${role}`,
    ...Object.entries(POST_READS).map(
      ([table, columns]) => `grant select ${columns} on ${qualified(table)} to ${role}`,
    ),
  ]
}

/** The statements that bring this database's grants to the declarations. */
function grantStatements(
  catalog: Catalog,
  functions: readonly FunctionRoot[],
  facts: DatabaseFacts,
  rolePrefix: string,
): string[] {
  const roleOf = (part: string) => ident(`${rolePrefix}_${part}`)
  const roles = ['app', 'session', 'ledger', ...CATEGORIES].map(roleOf).join(', ')
  const schemas = facts.schemas.map(ident).join(', ')
  return [
    `revoke all on all tables in schema ${schemas} from public, ${roles}`,
    `revoke all on all sequences in schema ${schemas} from public, ${roles}`,
    // PostgreSQL lets everybody execute a new function; nobody is everybody here.
    `revoke all on all routines in schema ${schemas} from public, ${roles}`,
    `revoke all on schema ${schemas} from public, ${roles}`,
    ...appGrants(catalog, facts, roleOf('app')),
    ...sessionGrants(facts, roleOf('session')),
    ...ledgerGrants(facts, roleOf('ledger')),
    ...CATEGORIES.flatMap((category) => categoryGrants(catalog, facts, category, roleOf(category))),
    ...functionGrants(roleOf, functions),
  ]
}

/**
 * Brings all grants to the declarations, in one transaction: a running server never sees them missing. Safe to repeat.
 * @throws when a declaration names a table or column that the database has not; nothing is changed then.
 */
export async function syncGrants(
  owner: pg.Pool,
  rolePrefix = 'stint',
  catalog: Catalog = ours(),
  functions: readonly FunctionRoot[] = ourFunctions,
): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // Two servers starting at once would otherwise meet in the system tables.
    await client.query(`select pg_advisory_xact_lock(hashtext('stint grants'))`)
    const statements = grantStatements(catalog, functions, await readFacts(client, catalog), rolePrefix)
    await client.query(statements.join(';\n'))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
