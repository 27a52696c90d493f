/**
 * The night's credit control: judges promises, sends the plans' reminders of today, and statements on their day. One
 * letter a client; a second run on the day does nothing.
 */
import type { ReadRow } from '#entity/new-row.ts'
import type { Clock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { type Askable, askedToday } from './chase-plan.rules.ts'
import type { chase_step } from './credit.entity.ts'
import { client_facing, debt_columns } from './read-debts.server.ts'
import { writeStatements } from './send-statement.server.ts'
import { type Debt, type Outgoing, writeLetter } from './write-letters.server.ts'

type Within = { readonly tx: Tx; readonly clock: Clock }
type Step = ReadRow<typeof chase_step, 'agency_id days subject body'>

const SYSTEM = 'Stint'

/** @returns the mails to send */
export async function runCreditControl(within: Within): Promise<Outgoing[]> {
  await judgePromises(within)
  return [...(await chaseByPlan(within)), ...(await writeStatements(within))]
}

/** Later payments keep a promise; it is broken on the day after its day (rule: `promiseStatus`). */
function judgePromises({ tx, clock }: Within): Promise<number> {
  return tx.run(
    `update transaction.payment_promise p set updated_at = $2,
       status = case when i.paid_amount - p.paid_before >= p.amount or i.status <> 'open' then 'kept' else 'broken' end
     from transaction.invoice i
     where i.id = p.invoice_id and p.status = 'open'
       and (i.paid_amount - p.paid_before >= p.amount or i.status <> 'open' or p.promised_date < $1::date)`,
    [clock.today(), clock.now()],
  )
}

async function chaseByPlan(within: Within): Promise<Outgoing[]> {
  const { tx } = within
  const steps = await tx.rows<Step>(
    'select agency_id, days, subject, body from business.chase_step where deleted_at is null order by agency_id, days',
  )
  const outgoing: Outgoing[] = []
  for (const [agency_id, plan] of Map.groupBy(steps, (step) => step.agency_id)) {
    const debts = await askableDebts(within, agency_id)
    for (const group of Map.groupBy(debts, (debt) => debt.client_id).values()) {
      const until = group[0]?.paused_until ?? null
      const pause = until === null ? null : { until: day(until) }
      const asked = askedToday(group.map(askable), plan, pause, within.clock.today())
      const last = asked
        .map(({ step }) => step)
        .sort((a, b) => a.days - b.days)
        .at(-1)
      if (!last) continue
      const letter = await writeLetter(within, {
        kind: 'scheduled',
        subject: last.subject,
        body: last.body,
        user_name: SYSTEM,
        debts: asked.map(({ document, step }) => ({ debt: document.debt, days: step.days })),
      })
      outgoing.push(...(letter?.outgoing ?? []))
    }
  }
  return outgoing
}

type AskableDebt = Debt & {
  readonly is_disputed: boolean
  readonly promised_date: string | null
  readonly asked: readonly number[]
  readonly paused_until: string | null
}

const askable = (debt: AskableDebt): Askable & { readonly debt: Debt } => ({
  id: debt.id,
  due_date: day(debt.due_date),
  is_disputed: debt.is_disputed,
  promised_date: debt.promised_date === null ? null : day(debt.promised_date),
  asked: debt.asked,
  debt,
})

/** An agency's open client-facing documents with the plan's facts; credit notes get no reminders. */
export function askableDebts(
  { tx, clock }: Within,
  agency_id: string,
  client_id?: string,
): Promise<AskableDebt[]> {
  return tx.rows<AskableDebt>(
    `select ${debt_columns}, t.is_disputed,
       (select p.promised_date from transaction.payment_promise p where p.invoice_id = t.id and p.status = 'open') as promised_date,
       coalesce((select array_agg(c.days) from transaction.chase_invoice c where c.invoice_id = t.id and c.days is not null), '{}') as asked,
       (select u.until from business.chase_pause u
        where u.agency_id = t.agency_id and u.client_id = t.client_id and u.deleted_at is null) as paused_until
     from transaction.invoice t
     where t.agency_id = $2 and t.status = 'open' and t.deleted_at is null and t.type in ${client_facing}
       and not t.is_credit_note and t.outstanding_balance > 0 and ($3::uuid is null or t.client_id = $3)
     order by t.client_id, t.due_date, length(t.human_id), t.human_id`,
    [clock.today(), agency_id, client_id ?? null],
  )
}
