/** Opens and closes the tasks of records: waiting records are compared with open tasks, in two sets. */
import { type Instant, londonDay } from '#kernel/instant.ts'
import { keptStatement } from '#server/kept-statement.server.ts'
import type { Tx } from '#server/verb.ts'
import { insertSelectSql } from '#server/write-row.server.ts'
import { notification_log } from '../platform/log.entity.ts'
import { notification_kinds } from '../platform/notification-kinds.rules.ts'
import { determination_tasks } from './determination-tasks.server.ts'
import { due_tasks } from './due-tasks.server.ts'
import { inbox_people, new_notice_columns } from './inbox-people.server.ts'
import { invoice_contact_tasks } from './invoice-contact-tasks.server.ts'
import { money_tasks } from './money-tasks.server.ts'
import { own_tasks } from './own-tasks.server.ts'
import { party_tasks } from './party-tasks.server.ts'
import { placement_tasks } from './placement-tasks.server.ts'
import type { TaskSource } from './task-sources.server.ts'
import { work_tasks } from './work-tasks.server.ts'

const task_sources: readonly TaskSource[] = [
  ...work_tasks,
  ...placement_tasks,
  ...determination_tasks,
  ...money_tasks,
  ...invoice_contact_tasks,
  ...party_tasks,
  ...due_tasks,
  ...own_tasks,
]

const sourcesOf = (entity: string): readonly TaskSource[] =>
  task_sources.filter((source) => source.entity === entity)

/** Entities with tasks. */
export const followed_entities: ReadonlySet<string> = new Set(task_sources.map(({ entity }) => entity))

type Following = {
  readonly at: Instant
  /** The person behind the step; null: the nightly work. */
  readonly actor_user_id: string | null
}

/** The tasks to look at: of records, or of contacts. */
const scopes = {
  records: { wanted: 'x.entity_id = any ($3::uuid[])', open: 'n.entity_id = any ($3::uuid[])' },
  contacts: { wanted: 'x.contact_id = any ($3::uuid[])', open: 'n.business_contact_id = any ($3::uuid[])' },
  all: { wanted: '$3::uuid[] is null', open: '$3::uuid[] is null' },
} as const

const defaults = Object.entries(notification_kinds)
  .map(([kind, { mail }]) => `('${kind}', '${mail}')`)
  .join(', ')

const kindsSql = (sources: readonly TaskSource[]): string =>
  sources
    .flatMap(({ kinds }) => kinds)
    .map((kind) => `'${kind}'`)
    .join(', ')

/** Temp and permanent placements have tasks of the same kinds. */
const entitiesSql = (sources: readonly TaskSource[]): string =>
  [...new Set(sources.map(({ entity }) => `'${entity}'`))].join(', ')

/** One source as a set of wanted tasks, with its entity. */
const wantedSql = (sources: readonly TaskSource[]): string =>
  sources
    .flatMap(({ entity, sql }) => sql.map((one) => `select '${entity}' as entity, s.* from (${one}) s`))
    .join(' union all ')

const end_tasks = `update log.notification_log n
    set state = 'done', done_at = $1, snoozed_until = null, read_at = coalesce(n.read_at, $1)
    where n.class = 'task' and n.state <> 'done'`

const some_person = keptStatement(
  `select exists (select from ${inbox_people} p where p.id = any ($1::uuid[])) as some`,
)

function statementOf(sources: readonly TaskSource[], scope: keyof typeof scopes): string {
  const { wanted, open } = scopes[scope]
  return `with wanted as materialized (select * from (${wantedSql(sources)}) x where ${wanted}),
    closed as (
      ${end_tasks} and n.kind in (${kindsSql(sources)}) and n.entity in (${entitiesSql(sources)}) and ${open}
        and not exists (select from wanted w where w.kind = n.kind and w.entity_id = n.entity_id
          and w.contact_id = n.business_contact_id))
    ${insertSelectSql(notification_log, {
      ...new_notice_columns,
      class: `'task'`,
      entity: 'w.entity',
      fact_key: `w.kind || ':' || w.entity_id || ':' || w.contact_id || ':' || coalesce(w.fact, extract(epoch from w.since)::text)`,
      actor_user_id: '$4',
      mail: 'd.mail',
      created_at: 'least(w.since, $1)',
    })} from wanted w join (values ${defaults}) d (kind, mail) on d.kind = w.kind
    where $2::date is not null and not exists (select from log.notification_log n where n.kind = w.kind
      and n.entity_id = w.entity_id and n.business_contact_id = w.contact_id and n.class = 'task' and n.state <> 'done')
    on conflict (fact_key) do nothing`
}

/** One text for each question, kept prepared: planning its many joins takes longer than anything else in a short verb. */
const statements = new Map<string, string>()

async function compare(
  tx: Tx,
  { at, actor_user_id }: Following,
  scope: keyof typeof scopes,
  entity: string | null,
  ids: readonly string[] | null,
): Promise<void> {
  const name = `${scope} ${entity}`
  const sources = entity === null ? task_sources : sourcesOf(entity)
  const statement = statements.get(name) ?? keptStatement(statementOf(sources, scope))
  statements.set(name, statement)
  await tx.run(statement, [at, londonDay(at), ids, actor_user_id])
}

/** After a step of these records. */
export const followRecords = (tx: Tx, following: Following, entity: string, ids: readonly string[]) =>
  compare(tx, following, 'records', entity, ids)

/** After a change of these contacts: their roles, their joining or their leaving. */
export async function followContacts(tx: Tx, following: Following, ids: readonly string[]): Promise<void> {
  const found = await tx.row<{ some: boolean }>(some_person, [ids])
  // People who have not joined get no task: nothing is compared for most new contacts.
  if (found?.some) return compare(tx, following, 'contacts', null, ids)
  await tx.run(`${end_tasks} and n.business_contact_id = any ($2::uuid[])`, [following.at, ids])
}

/** The night: opens tasks that the day brings, and mends the rest. */
export const followAll = (tx: Tx, at: Instant) => compare(tx, { at, actor_user_id: null }, 'all', null, null)

/** The contacts that a task of this kind is for. */
export async function peopleOfTask(
  tx: Tx,
  at: Instant,
  { kind, entity, entity_id }: { readonly kind: string; readonly entity: string; readonly entity_id: string },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select x.contact_id as id from (${wantedSql(sourcesOf(entity))}) x
     where x.entity_id = $3 and x.kind = $4 and $1::timestamptz is not null and $2::date is not null`,
    [at, londonDay(at), entity_id, kind],
  )
  return rows.map(({ id }) => id)
}
