import { z } from 'zod'
import type { Role, Viewer } from '#entity/access.ts'
import { notAllowed } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { mayReadReport, type ReportKey, report_keys, report_readers } from './report-schedule.rules.ts'

export interface ReportReader {
  /** The person's contact in this business. */
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Readers of the report in the viewer's business: the only possible recipients. */
export async function readReaders(tx: Tx, viewer: Viewer, report: ReportKey): Promise<ReportReader[]> {
  const people = await tx.rows<ReportReader & { readonly roles: readonly Role[] }>(
    `select c.id, u.name, u.email, c.roles from business.business_contact c
     join platform."user" u on u.id = c.user_id and u.is_active and u.deleted_at is null
     where c.business_id = $1 and c.is_active and c.deleted_at is null order by u.name, c.id`,
    [viewer.business_id],
  )
  return people
    .filter(({ roles }) => mayReadReport(report, { ...viewer, roles }))
    .map(({ id, name, email }) => ({ id, name, email }))
}

const input = z.strictObject({
  report: z.enum(report_keys),
  /** A schedule, for its recipients. */
  id: z.uuid().optional(),
})

const output = z.strictObject({
  readers: z.array(z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() })),
  contact_ids: z.array(z.uuid()).readonly(),
})

/** Possible recipients of a report, and those of a schedule. Changes nothing. */
export const reportReaders = verb({
  action_id: 'platform.report_schedule.readers',
  since: '0.1.0',
  summary: 'Finds the people to whom a report may be sent',
  machine: 'allowed',
  impersonator: 'allowed',
  who: report_readers,
  is_reading: true,
  input,
  output,
  run: async ({ tx, viewer }, { report, id }) => {
    if (!mayReadReport(report, viewer)) throw notAllowed()
    const schedule = id
      ? await tx.row<{ contact_ids: string[] }>(
          `select contact_ids from platform.report_schedule
           where id = $1 and business_id = $2 and report = $3 and deleted_at is null`,
          [id, viewer.business_id, report],
        )
      : undefined
    return { readers: await readReaders(tx, viewer, report), contact_ids: schedule?.contact_ids ?? [] }
  },
})
