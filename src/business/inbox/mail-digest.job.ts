/** The digest: on working days at 07:30 in London, the open and unread rows, each once. */
import type { Clock } from '#kernel/clock.ts'
import { londonTime } from '#kernel/london-time.ts'
import { claimOnce } from '#server/claim-once.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import type { Tx } from '#server/verb.ts'
import { isBankDay } from '../bank/bank-days.rules.ts'
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
import { DIGEST } from './preference.rules.ts'

const HOUR = '07:30'

/** @returns how many mails; 0 before the time, on free days and where nothing waits */
export async function mailDigest(mailing: Mailing): Promise<number> {
  const { tx, clock } = mailing
  const today = clock.today()
  if (!isBankDay(today) || clock.now() < londonTime(today, HOUR)) return 0
  const claimed = await claimDay(tx, clock)
  if (claimed !== 'again') return 0
  const rows = await rowsToMail(
    tx,
    `(wanted.mail = 'daily' or wanted.mail = 'now' and n.kind not in (${own_mails})) and (n.class = 'task' or n.read_at is null) and n.created_at < $1`,
    [clock.now()],
  )
  const people = [...Map.groupBy(rows, ({ email }) => email).values()]
  for (const own of people) await mailOne(mailing, own)
  if (rows.length > 0) await markMailed(mailing, rows)
  return people.length
}

/** The first day of an installation or an upgrade passes: it began without a morning. */
async function claimDay(tx: Tx, clock: Clock): Promise<'first' | 'again' | null> {
  if (!(await claimOnce(tx, { key: `digest:${clock.today()}`, action_id: 'digest', at: clock.now() })))
    return null
  const before = await tx.row<{ n: number }>(
    `select count(*)::int as n from platform.idempotency where user_id = $1 and action_id = 'digest'`,
    [SYSTEM],
  )
  return (before?.n ?? 0) > 1 ? 'again' : 'first'
}

async function mailOne(mailing: Mailing, rows: readonly MailRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { base, clock } = mailing
  const parts = [...Map.groupBy(rows, ({ business }) => business)].map(([business, of]) =>
    [`${business}`, '', ...of.map((row) => lineOf(base, row)), '', footOf(base, of[0] ?? first)].join('\n'),
  )
  await mailRow(
    mailing,
    first,
    {
      fact_key: `digest:${clock.today()}:${first.email}`,
      subject: `${rows.length} in your inbox`,
      body_text: `Hello,\n\nThis is open or unread.\n\n${parts.join('\n\n')}\n`,
    },
    DIGEST,
  )
}
