/** Mails a scheduled report when its file is ready, if the recipient still has the rights it was read with. */
import { z } from 'zod'
import {
  mayReadReport,
  type ReportFormat,
  type ReportMailing,
  report_mail_topic,
  reportMail,
  reportOf,
} from '#business/report-mailing/report-schedule.rules.ts'
import type { Viewer } from '#entity/access.ts'
import { addDays, formatDay } from '#kernel/day.ts'
import type { Asked } from '#server/export/export-file.server.ts'
import { KEPT_DAYS } from '#server/export/export-file.server.ts'
import { formats } from '#server/export/export-formats.ts'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import type { Delivery } from '#server/mail/outbox-deliver.server.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'

/** Beyond it mail servers refuse: the file waits under Exports. */
const attached_max_bytes = 10 * 1024 * 1024

type Row = {
  readonly status: string
  readonly total: number
  readonly message: string | null
  readonly viewer: Viewer
  /** Reports have no JSON lines. */
  readonly input: Asked & { readonly format: ReportFormat }
  readonly file_name: string | null
  readonly file_url: string | null
  readonly sha256: string | null
  readonly size_bytes: string | null
}

type Facts = { readonly job: Row; readonly mailing: ReportMailing; readonly reader: Viewer }

export const reportMailTopic = mailTopic({
  topic: report_mail_topic,
  payload: z.object({ job_id: z.string(), to: z.undefined().optional() }),
  read: async (delivery, { job_id }) => readFacts(delivery, job_id),
  record: ({ job_id: id }) => ({ entity: 'platform.job', id }),
  words: (facts) => facts.words,
  attachments: async (facts) => facts.files,
  recipients: async ({ reader, mailing }) => [
    {
      to: reader.email,
      fact_key: `report:${mailing.schedule_id}:${mailing.due}:${reader.business_contact_id}`,
    },
  ],
  about: ({ mailing, reader }) => ({
    parent: { entity: 'platform.report_schedule', id: mailing.schedule_id },
    provider_id: reader.provider_id,
    agency_id: reader.category === 'agency' ? reader.business_id : null,
  }),
})

/** The file, its schedule and its reader; null, with a note on the schedule, when nothing may be sent. */
async function readFacts(delivery: Delivery, job_id: string) {
  const job = await delivery.tx.row<Row>(
    `select j.status, j.total, j.message, j.viewer, j.input, a.file_name, a.file_url, a.sha256, a.size_bytes::text
     from platform.job j left join platform.attachment a
       on a.parent_entity = 'platform.job' and a.parent_id = j.id and a.deleted_at is null
     where j.id = $1`,
    [job_id],
  )
  const mailing = job?.input.mailing
  if (!job || !mailing) return null
  const reader = await readViewerOfContact(delivery.tx, job.viewer.business_contact_id)
  if (reader === null || !mayReadReport(mailing.report, reader)) {
    await note(delivery, mailing, `${job.viewer.user_name} no longer has access`)
    return null
  }
  if (job.status !== 'completed') {
    await note(delivery, mailing, `Not sent to ${reader.user_name}: ${job.message ?? 'it was stopped'}`)
    return null
  }
  return { mailing, reader, ...mailOf(delivery, { job, mailing, reader }) }
}

function mailOf({ clock, settings: { publicUrl: base } }: Delivery, { job, mailing, reader }: Facts) {
  const { file_name, file_url, sha256 } = job
  const size_bytes = Number(job.size_bytes ?? 0)
  const isAttached = job.total > 0 && size_bytes <= attached_max_bytes
  const content_type = formats[job.input.format].content_type
  const files =
    isAttached && file_name !== null && file_url !== null && sha256 !== null
      ? [{ file_name, file_url, sha256, size_bytes, content_type }]
      : []
  const words = reportMail({
    mailing,
    title: job.input.title,
    business: reader.business_name,
    format: job.input.format,
    rows: job.total,
    waits: isAttached
      ? null
      : `The file is too large for a mail. Download it under Exports until ${formatDay(addDays(clock.today(), KEPT_DAYS))}${base === null ? '' : `: ${base}/${reader.category}/exports`}.`,
    page_url: base === null ? null : `${base}/${reader.category}/${reportOf(mailing.report).page}`,
  })
  return { files, words }
}

/** Noted on the schedule, for its maker. */
async function note(
  { tx, clock }: { readonly tx: Tx; readonly clock: Delivery['clock'] },
  { schedule_id }: ReportMailing,
  sentence: string,
): Promise<void> {
  await tx.run(
    `update platform.report_schedule set problem = left(concat_ws('; ', problem, $2::text), 500), updated_at = $3 where id = $1`,
    [schedule_id, sentence, clock.now()],
  )
}
