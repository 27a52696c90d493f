import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { type Condition, type FilterBy, parseCondition } from '#entity/filter.ts'
import { findField } from '#entity/path.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { invalid, notAllowed, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { entities, findEntity } from '../entities.ts'
import { knownColumns, list_input } from '../platform/start-export.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { readReaders } from './report-readers.server.ts'
import { report_schedule } from './report-schedule.entity.ts'
import {
  type KeptList,
  mayChangeSchedule,
  mayReadReport,
  type ReportKey,
  report_formats,
  report_frequencies,
  report_keys,
  report_periods,
  report_readers,
  reportOf,
} from './report-schedule.rules.ts'

const schedules_max = 50
const recipients_max = 20

const whole = (max: number) =>
  z
    .number({ error: validationText.required })
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(max, { error: validationText.max })

const { where: base, ...parts } = list_input

const input = z.strictObject({
  /** An existing schedule: gets these values, and keeps its list unless a new one is given. */
  id: z.uuid().optional(),
  report: z.enum(report_keys),
  format: z.enum(report_formats, { error: validationText.required }),
  frequency: z.enum(report_frequencies, { error: validationText.required }),
  /** 1 is Monday; with `weekly`. */
  weekday: whole(7).optional(),
  /** With `monthly`. */
  day_of_month: whole(28).optional(),
  period: z.enum(report_periods, { error: validationText.required }),
  /** Contacts of the viewer's business who may read the report themselves. */
  contact_ids: z
    .array(z.uuid())
    .min(1, { error: validationText.required })
    .max(recipients_max, { error: validationText.max }),
  list: z
    .strictObject({
      base,
      filter_by: z.record(z.string().max(200), z.unknown()).default({}),
      /** Arguments of the report's rows (`args` of report-schedule.rules). */
      args: z.record(z.string().max(50), z.number().int()).optional(),
      ...parts,
    })
    .optional(),
})
type Input = z.infer<typeof input>

/** Schedules a report by mail, every week or month, for people who may read it (experience.md, page 9). */
export const saveReportSchedule = verb({
  action_id: 'platform.report_schedule.save',
  since: '0.1.0',
  summary: 'Schedules a report by mail',
  machine: 'refused',
  impersonator: 'refused',
  who: report_readers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  // Mails that outlive an impersonator's session would have no author.
  run: async (context, asked) => {
    const { viewer } = context
    if (!mayReadReport(asked.report, viewer)) throw notAllowed()
    const recipients = await recipientsOf(context, asked)
    const { frequency } = asked
    const weekday = frequency === 'weekly' ? (asked.weekday ?? null) : null
    const day_of_month = frequency === 'monthly' ? (asked.day_of_month ?? null) : null
    if (frequency === 'weekly' && weekday === null) throw invalid({ weekday: validationText.required })
    if (frequency === 'monthly' && day_of_month === null)
      throw invalid({ day_of_month: validationText.required })
    const list = asked.list ? keptList(asked.report, asked.list) : null
    const row = { ...asked, weekday, day_of_month, recipients, list }
    const id = asked.id ? await change(context, asked.id, row) : await create(context, row)
    const { report, format, period } = asked
    context.audit({
      entity: 'platform.report_schedule',
      entity_id: id,
      new_values: { report, format, frequency, weekday, day_of_month, period, to: recipients },
    })
    return { id }
  },
})

/** The recipients' names; each may read the report. Read-only roles may send it only to themselves. */
async function recipientsOf(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  { report, contact_ids }: Input,
): Promise<string[]> {
  const readers = await readReaders(tx, viewer, report)
  const found = readers.filter(({ id }) => contact_ids.includes(id))
  if (found.length < new Set(contact_ids).size) throw notFound('Contact')
  const isReader = viewer.roles.includes('agency_read_only') && !viewer.roles.includes('agency_admin')
  if (isReader && found.some(({ id }) => id !== viewer.business_contact_id))
    throw notAllowed('With your role a report can be mailed to yourself alone')
  return found.map(({ name }) => name)
}

/** @throws invalid for a filter, an argument or a column that the report's rows do not have */
function keptList(report: ReportKey, list: NonNullable<Input['list']>): KeptList {
  const entity = present(findEntity(reportOf(report).entity), 'the entity of a report')
  const filter_by: Record<string, Condition> = {}
  for (const [path, raw] of Object.entries(list.filter_by)) {
    const found = findField(entities, entity, path)
    const condition = found && parseCondition(found.field, raw)
    if (!condition) throw invalid({ 'list.filter_by': validationText.matches })
    filter_by[path] = condition
  }
  const { args, ...others } = list
  const highest = reportOf(report).args ?? {}
  for (const [name, value] of Object.entries(args ?? {}))
    if (!Object.hasOwn(highest, name) || value < 1 || value > (highest[name] ?? 0))
      throw invalid({ 'list.args': validationText.matches })
  return {
    ...others,
    ...(args ? { args } : {}),
    filter_by: filter_by satisfies FilterBy,
    columns: knownColumns(entity, list.columns, 'list.columns'),
  }
}

type Row = Omit<Input, 'list' | 'weekday' | 'day_of_month'> & {
  readonly weekday: number | null
  readonly day_of_month: number | null
  readonly recipients: readonly string[]
  readonly list: KeptList | null
}

async function create({ tx, viewer, clock }: VerbContext, row: Row): Promise<string> {
  if (row.list === null) throw invalid({ list: validationText.required })
  await lockKey(tx, 'report-schedules', viewer.business_id)
  const [held] = await tx.rows<{ count: number }>(
    'select count(*)::int as count from platform.report_schedule where business_id = $1 and deleted_at is null',
    [viewer.business_id],
  )
  if ((held?.count ?? 0) >= schedules_max) throw invalid({ report: validationText.max })
  const id = newUuid(clock)
  await insertRow(tx, report_schedule, {
    id,
    business_id: viewer.business_id,
    report: row.report,
    title: reportOf(row.report).title,
    format: row.format,
    frequency: row.frequency,
    weekday: row.weekday,
    day_of_month: row.day_of_month,
    period: row.period,
    list: row.list,
    contact_ids: row.contact_ids,
    recipients: row.recipients,
    since: addDays(clock.today(), 1),
    user_id: viewer.user_id,
    user_name: viewer.user_name,
    last_sent: null,
    problem: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return id
}

/** From the day after: a change on the schedule's own day means the next time. */
async function change({ tx, viewer, clock }: VerbContext, id: string, row: Row): Promise<string> {
  await requireMine(tx, viewer, id, row.report)
  await tx.run(
    `update platform.report_schedule set format = $2, frequency = $3, weekday = $4, day_of_month = $5, period = $6,
       list = coalesce($7, list), contact_ids = $8, recipients = $9, since = $10, problem = null, updated_at = $11
     where id = $1`,
    [
      id,
      row.format,
      row.frequency,
      row.weekday,
      row.day_of_month,
      row.period,
      row.list === null ? null : JSON.stringify(row.list),
      row.contact_ids,
      row.recipients,
      addDays(clock.today(), 1),
      clock.now(),
    ],
  )
  return id
}

/** The schedule, locked, for its maker or an admin. @throws not_found, not_allowed */
export async function requireMine(
  tx: VerbContext['tx'],
  viewer: Viewer,
  id: string,
  report: ReportKey | null = null,
): Promise<{ readonly report: ReportKey; readonly is_paused: boolean }> {
  const row = await tx.row<{ report: ReportKey; is_paused: boolean; user_id: string }>(
    `select report, is_paused, user_id from platform.report_schedule
     where id = $1 and business_id = $2 and deleted_at is null and ($3::text is null or report = $3) for update`,
    [id, viewer.business_id, report],
  )
  if (!row) throw notFound('Report schedule')
  if (!mayChangeSchedule(row, viewer)) throw notAllowed()
  return row
}
