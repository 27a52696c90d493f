/** Reminds of work that waits for its approver: mails the approvers, then all approvers of the client; then it is a task of the agency. */
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import type { Database } from '#server/database.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Settings } from '#server/settings.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { dueStep, type EscalationStep, escalation_steps, isWorkingTime } from './escalation.rules.ts'
import { type ApprovalRule, usual_rule, type WorkEntity, work_entities } from './mailed-decision.rules.ts'
import { approversOf, mailApprover } from './work-to-approve.mail.ts'

type Deps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly settings: Settings
  /** Opens the agency's task. */
  readonly follow: (
    tx: Tx,
    following: { readonly at: Instant; readonly actor_user_id: null },
    entity: WorkEntity,
    ids: readonly string[],
  ) => Promise<void>
}

type Waiting = {
  readonly id: string
  readonly human_id: string
  readonly client_id: string
  readonly agency_id: string
  readonly provider_id: string
  readonly contractor: string
  readonly submitted_at: Instant
  /** The steps so far; null: none. */
  readonly step: EscalationStep | null
  readonly rule: ApprovalRule | null
}

const waitingSql = (entity: WorkEntity) => `
  select t.id, t.human_id, t.client_id, t.agency_id, t.provider_id, w.name as contractor,
    t.submitted_date as submitted_at, e.step, case when r.business_id is not null then to_jsonb(r) end as rule
  from ${entity} t
  join business.business w on w.id = t.contractor_id
  left join business.approval_rule r on r.business_id = t.client_id
  left join request.escalation e on e.entity = '${entity}' and e.entity_id = t.id and e.submitted_at = t.submitted_date
  where t.status = 'submitted' and t.deleted_at is null and t.submitted_date is not null
    and coalesce(e.step, '') <> 'agency'
    -- Older work waited before reminders began.
    and t.submitted_date > $1::timestamptz - interval '30 days'
  order by t.id limit 1000`

/** Takes the steps that are due, each once, in working time. Of several servers the first one does it. */
export async function escalateWork(deps: Deps): Promise<void> {
  const clock = frozenAt(deps.clock)
  const now = clock.now()
  if (!isWorkingTime(now)) return
  const within = { ...deps, clock }
  for (const entity of work_entities) {
    const waiting = await inTransaction(deps.database, (tx) => tx.rows<Waiting>(waitingSql(entity), [now]))
    for (const work of waiting) {
      const due = dueStep(work.submitted_at, work.rule ?? usual_rule, now)
      if (due === null || isPast(due, work.step)) continue
      await inTransaction(deps.database, (tx) => escalate({ ...within, tx }, entity, work, due))
    }
  }
}

const isPast = (due: EscalationStep, step: EscalationStep | null): boolean =>
  step !== null && escalation_steps.indexOf(due) <= escalation_steps.indexOf(step)

async function escalate(
  delivery: Deps & { readonly tx: Tx },
  entity: WorkEntity,
  work: Waiting,
  step: EscalationStep,
): Promise<void> {
  const { tx, clock } = delivery
  const waits = await tx.row(
    `select 1 as one from ${entity} where id = $1 and status = 'submitted' and submitted_date = $2 for update`,
    [work.id, work.submitted_at],
  )
  if (!waits) return
  const taken = await tx.run(
    `insert into request.escalation (entity, entity_id, submitted_at, step, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (entity, entity_id, submitted_at) do update set step = excluded.step, updated_at = excluded.updated_at
     where request.escalation.step <> excluded.step`,
    [entity, work.id, work.submitted_at, step, clock.now()],
  )
  // Another server was first.
  if (taken === 0) return
  const fact_key = `escalation:${step}:${work.id}:${work.submitted_at}`
  if (step === 'agency')
    return delivery.follow(tx, { at: clock.now(), actor_user_id: null }, entity, [work.id])
  const deciding = await approversOf(delivery, entity, work.id, work.client_id)
  for (const approver of deciding)
    await mailApprover(delivery, { ...work, entity }, approver, { fact_key, lead: 'Reminder. ' })
  if (step === 'others') {
    const known = deciding.map(({ viewer }) => viewer.business_contact_id)
    await mailOthers(delivery, entity, work, { fact_key, known })
  }
}

type Person = { readonly id: string; readonly email: string; readonly first_name: string }

const people = `select c.id, u.email, c.first_name from business.business_contact c
  join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null and u.deleted_at is null
  where c.business_id = $1 and c.roles && $2::text[] and c.is_active and c.deleted_at is null and c.joined_at is not null
  order by c.id`

const tell = (
  delivery: Deps & { readonly tx: Tx },
  entity: WorkEntity,
  work: Waiting,
  { person, fact_key, lines }: { person: Person; fact_key: string; lines: readonly string[] },
) =>
  queueMail(delivery, {
    fact_key: `${fact_key}:${person.id}`,
    to: person.email,
    subject: `${work.human_id} of ${work.contractor} waits for approval`,
    body_text: [`Hello ${person.first_name},`, '', ...lines].join('\n'),
    parent: { entity, id: work.id },
    provider_id: work.provider_id,
    agency_id: work.agency_id,
  })

/** Tells the other approvers of the client that a named approver has not decided. */
async function mailOthers(
  delivery: Deps & { readonly tx: Tx },
  entity: WorkEntity,
  work: Waiting,
  { fact_key, known }: { readonly fact_key: string; readonly known: readonly string[] },
): Promise<void> {
  const approvers = await delivery.tx.rows<Person>(people, [work.client_id, ['timesheet_approver']])
  for (const person of approvers.filter(({ id }) => !known.includes(id)))
    await tell(delivery, entity, work, {
      person,
      fact_key,
      lines: [
        `${work.human_id} of ${work.contractor} waits since ${formatInstant(work.submitted_at)}.`,
        'Another approver is named on its placement: please ask them, or have the agency name you.',
      ],
    })
}
