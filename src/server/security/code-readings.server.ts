/**
 * Readings of tax codes, National Insurance numbers, attachment orders and absences in the security log: the person, the
 * screen's record, and the workers. A worker's readings of their own are not kept.
 */
import type { ReadingKind } from '#data/logged-fields.ts'
import { visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import type { Log } from '../log.ts'
import { inTransaction } from '../tx.ts'
import type { SecurityLog } from './security-log.server.ts'

export type CodeReading = {
  /** Of tax codes unless named. */
  readonly kind?: ReadingKind
  /** Records that show the data: `Tax Codes`. */
  readonly what: string
  /** The request, with the ids that it names. */
  readonly request: unknown
}

export type CodeReadings = {
  /** Never throws: a log that fails must not refuse a reading. */
  readonly note: (viewer: Viewer, reading: CodeReading) => Promise<void>
}

/** The same reading of one person is kept once within it: pages read again as rows change. */
const QUIET_MS = 600_000
const KEYS_MAX = 10_000
const IDS_MAX = 50
const NAMES_MAX = 5

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

const idsIn = (request: unknown): readonly string[] =>
  [...new Set((JSON.stringify(request) ?? '').match(uuids) ?? [])].toSorted().slice(0, IDS_MAX)

export function openCodeReadings({
  database,
  clock,
  log,
  security,
}: {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly log: Log
  readonly security: Pick<SecurityLog, 'note'>
}): CodeReadings {
  const known = new Map<string, Instant>()

  const isNew = (key: string): boolean => {
    const now = frozenAt(clock).now()
    const before = known.get(key)
    if (before !== undefined && toMs(now) - toMs(before) < QUIET_MS) return false
    if (known.size >= KEYS_MAX) known.clear()
    known.set(key, now)
    return true
  }

  const note = async (viewer: Viewer, { kind = 'tax_code_read', what, request }: CodeReading) => {
    if (viewer.category === 'contractor') return
    const ids = idsIn(request)
    if (!isNew([viewer.session_id, viewer.user_id, what, ...ids].join(' '))) return
    const names = await namesOf(database, viewer, ids)
    await security.note({
      kind,
      outcome: 'ok',
      user_id: viewer.user_id,
      actor_user_id: viewer.user_id,
      impersonator_user_id: viewer.impersonator_user_id,
      business_id: viewer.business_id,
      session_id: viewer.session_id,
      token_id: viewer.token?.id ?? null,
      says: `${what}: ${names === '' ? 'a list' : names}`,
    })
  }
  return {
    note: async (viewer, reading) => {
      try {
        await note(viewer, reading)
      } catch (error) {
        log.error({ err: error }, 'a reading of payroll data could not be kept')
      }
    },
  }
}

/** Workers that the ids lead to, of employments and contractors that the viewer reads; others have no name in the log. */
async function namesOf(
  database: Pick<Database, 'transaction'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<string> {
  if (ids.length === 0) return ''
  const params: unknown[] = [ids]
  const seen = visibleSql('business.employment', viewer, 'e', params)
  const seen_worker = visibleSql('business.contractor', viewer, 'w', params)
  const rows = await inTransaction(database, (tx) =>
    tx.rows<{ name: string }>(
      `select w.name from business.business w where w.type = 'contractor' and ${seen_worker} and w.id = any ($1::uuid[])
       union select k.name from business.employment e join business.business k on k.id = e.contractor_id
       where ${seen} and (e.id = any ($1::uuid[]) or e.contractor_id = any ($1::uuid[])
         or e.id in (select c.employment_id from business.tax_code c where c.id = any ($1::uuid[])
           union all select p.employment_id from transaction.pay_run_payslip p
             where p.id = any ($1::uuid[]) or p.payslip_id = any ($1::uuid[])
           union all select t.employment_id from business.payroll_takeover t where t.id = any ($1::uuid[])
           union all select x.employment_id from transaction.tax_form x where x.id = any ($1::uuid[])
           union all select o.employment_id from business.attachment_order o where o.id = any ($1::uuid[])
           union all select a.employment_id from transaction.statutory_absence a where a.id = any ($1::uuid[]))
         or e.contractor_id in (select s.contractor_id from transaction.payslip s where s.id = any ($1::uuid[])
           union all select f.contractor_id from transaction.payroll_figure f
             where f.id = any ($1::uuid[]) or f.timesheet_id = any ($1::uuid[])))
       order by name`,
      params,
    ),
  )
  const more = rows.length - NAMES_MAX
  const named = rows.slice(0, NAMES_MAX).map(({ name }) => name)
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
