/** Mails new tasks at once: one mail for each person and kind, however many a bulk step opened. */
import { instantFromMs, toMs } from '#kernel/instant.ts'
import {
  footOf,
  lineOf,
  type Mailing,
  type MailRow,
  mailRow,
  markMailed,
  own_mails,
  rowsToMail,
} from './mail-rows.job.ts'
import { taskSubject, taskText } from './task-mail.rules.ts'

/** Older waits are for the digest: an upgrade or a night mails no old waits at once. */
const FRESH_MS = 3_600_000

/** @returns how many mails */
export async function mailTasks(mailing: Mailing): Promise<number> {
  const { tx, clock } = mailing
  const since = instantFromMs(toMs(clock.now()) - FRESH_MS)
  const rows = await rowsToMail(
    tx,
    `wanted.mail = 'now' and n.kind not in (${own_mails}) and n.created_at >= $1`,
    [since],
  )
  if (rows.length === 0) return 0
  const mails = [
    ...Map.groupBy(rows, ({ business_contact_id, kind }) => `${business_contact_id} ${kind}`).values(),
  ]
  for (const tasks of mails) await mailOne(mailing, tasks)
  await markMailed(mailing, rows)
  return mails.length
}

async function mailOne(mailing: Mailing, tasks: readonly MailRow[]): Promise<void> {
  const [first] = tasks
  if (first === undefined) return
  const { base } = mailing
  const lines = tasks.map((task) => lineOf(base, task))
  await mailRow(
    mailing,
    first,
    {
      fact_key: `task:${first.id}`,
      subject: taskSubject(tasks),
      body_text: taskText(first.business, lines, footOf(base, first)),
    },
    first.kind,
  )
}
