/** Mails a scheduled report when its file is ready, if the recipient still has the rights it was read with. */
import {
  mayReadReport,
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
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'

/** Beyond it mail servers refuse: the file waits under Exports. */
const attached_max_bytes = 10 * 1024 * 1024

type Row = {
  readonly status: string
  readonly total: number
  readonly message: string | null
  readonly viewer: Viewer
  readonly input: Asked
  readonly file_name: string | null
  readonly file_url: string | null
  readonly sha256: string | null
  readonly size_bytes: string | null
}

export const reportMailTopic: Topic = {
  topic: report_mail_topic,
  deliver: async (delivery) => {
    const job = await delivery.tx.row<Row>(
      `select j.status, j.total, j.message, j.viewer, j.input, a.file_name, a.file_url, a.sha256, a.size_bytes::text
       from platform.job j left join platform.attachment a
         on a.parent_entity = 'platform.job' and a.parent_id = j.id and a.deleted_at is null
       where j.id = $1`,
      [String(delivery.payload.job_id)],
    )
    const mailing = job?.input.mailing
    if (!job || !mailing) return
    const reader = await readViewerOfContact(delivery.tx, job.viewer.business_contact_id)
    if (reader === null || !mayReadReport(mailing.report, reader))
      return note(delivery, mailing, `${job.viewer.user_name} may not read it any more`)
    if (job.status !== 'completed')
      return note(delivery, mailing, `Not sent to ${reader.user_name}: ${job.message ?? 'it was stopped'}`)
    await mailTo(delivery, job, mailing, reader)
  },
}

async function mailTo(delivery: Delivery, job: Row, mailing: ReportMailing, reader: Viewer): Promise<void> {
  const { tx, clock, settings } = delivery
  const { file_name, file_url, sha256 } = job
  const size_bytes = Number(job.size_bytes ?? 0)
  const isAttached = job.total > 0 && size_bytes <= attached_max_bytes
  const base = settings.publicUrl
  const files =
    isAttached && file_name !== null && file_url !== null && sha256 !== null
      ? [{ file_name, file_url, sha256, size_bytes, content_type: formats[job.input.format].content_type }]
      : []
  await queueMail(
    { tx, clock },
    {
      fact_key: `report:${mailing.schedule_id}:${mailing.due}:${reader.business_contact_id}`,
      to: reader.email,
      ...reportMail({
        mailing,
        title: job.input.title,
        business: reader.business_name,
        format: job.input.format,
        rows: job.total,
        waits: isAttached
          ? null
          : `The file is larger than a mail carries: it waits until ${formatDay(addDays(clock.today(), KEPT_DAYS))} under Exports${base === null ? '' : `, ${base}/${reader.category}/exports`}.`,
        page_url: base === null ? null : `${base}/${reader.category}/${reportOf(mailing.report).page}`,
      }),
      attachments: files,
      parent: { entity: 'platform.report_schedule', id: mailing.schedule_id },
      provider_id: reader.provider_id,
      agency_id: reader.category === 'agency' ? reader.business_id : null,
    },
  )
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
