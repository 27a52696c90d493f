/** Mails each approver of submitted work, with a link that decides it. */
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { insertNamed } from '#server/write-row.server.ts'
import { work_to_approve_topic } from '../approvable-work/held-work.rules.ts'
import { expenses } from '../expenses/expense-records.server.ts'
import { notAtOnce } from '../platform/mail-choice.server.ts'
import { fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { unitLabel } from '../rates/units.rules.ts'
import { timesheets } from '../timesheets/timesheet-records.server.ts'
import { isDecidedByMail } from './approval-rule.server.ts'
import { DECISION_LINK_DAYS, type WorkEntity, work_entities } from './mailed-decision.rules.ts'
import type { MailedWorkFacts } from './mailed-work.rules.ts'
import { readMailedWork } from './mailed-work.server.ts'

const DAY_MS = 86_400_000

const payload = z.object({ entity: z.enum(work_entities), id: z.uuid() })

type Waiting = {
  readonly client_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly submitted_at: Instant
}
type Asking = { readonly tx: Tx; readonly clock: Clock; readonly viewer: Viewer }
type Approver = { readonly viewer: Viewer; readonly first_name: string }

/** Whether this viewer may approve the record now. */
const may: Readonly<Record<WorkEntity, (asking: Asking, id: string) => Promise<boolean>>> = {
  'transaction.timesheet': async (asking, id) =>
    (await timesheets.lockVisible(asking, [id])).some(
      (row) => timesheets.can.approve(row, asking.viewer) === true,
    ),
  'transaction.expense': async (asking, id) =>
    (await expenses.lockVisible(asking, [id])).some(
      (row) => expenses.can.approve(row, asking.viewer) === true,
    ),
}

/** The client's approvers of this record. */
export async function approversOf(
  { tx, clock }: Pick<Delivery, 'tx' | 'clock'>,
  entity: WorkEntity,
  id: string,
  client_id: string,
): Promise<Approver[]> {
  const contacts = await tx.rows<{ id: string; first_name: string }>(
    `select c.id, c.first_name from business.business_contact c
     where c.business_id = $1 and 'timesheet_approver' = any (c.roles) and c.is_active and c.deleted_at is null
       and c.joined_at is not null order by c.id`,
    [client_id],
  )
  const approvers: Approver[] = []
  for (const contact of contacts) {
    const viewer = await readViewerOfContact(tx, contact.id)
    if (viewer !== null && (await may[entity]({ tx, clock, viewer }, id)))
      approvers.push({ viewer, first_name: contact.first_name })
  }
  return approvers
}

const taskKind = (entity: WorkEntity) =>
  entity === 'transaction.timesheet' ? 'timesheet_to_approve' : 'expense_to_approve'

const aboutWork = ({
  contractor,
  start_date,
  end_date,
  total_units,
  unit_type,
  human_id,
}: MailedWorkFacts) => {
  if (total_units === null || start_date === null || end_date === null)
    return `Expense ${human_id} of ${contractor}`
  const worked = `${formatUnits(units(total_units))} ${unitLabel(unit_type ?? 'hourly', 'plural').toLowerCase()}`
  return `${worked} of ${contractor}, ${formatDayLong(day(start_date))} – ${formatDayLong(day(end_date))}`
}

type Way = { readonly link: string; readonly decides: boolean }

const textOf = (opening: string, { link, decides }: Way): string =>
  [
    opening,
    '',
    decides
      ? `Open this link to approve or reject it. It works for ${DECISION_LINK_DAYS} days:`
      : 'Sign in to decide:',
    '',
    link,
    '',
    ...(decides ? ['The link is for you alone: please do not pass it on.'] : []),
  ].join('\n')

/** Makes the link of one approver and mails it. */
export async function mailApprover(
  delivery: Pick<Delivery, 'tx' | 'clock' | 'settings'>,
  work: Waiting & { readonly entity: WorkEntity; readonly id: string },
  { viewer, first_name }: Approver,
  { fact_key, lead = '' }: { readonly fact_key: string; readonly lead?: string },
): Promise<void> {
  const { tx, clock, settings } = delivery
  const { entity, id } = work
  const { record } = await readMailedWork(tx, viewer, entity, id)
  const base = await baseUrl(tx, settings)
  const decides = await isDecidedByMail(tx, clock.now(), entity, id)
  const link = decides ? `${base}/m/${await makeLink(delivery, work, viewer)}` : null
  const words = fillAutomatic(await wordsOfMail(tx, work.agency_id, 'work_to_approve'), {
    'person.first_name': first_name,
    'work.about': aboutWork(record),
    'placement.title': record.title,
    'business.name': record.agency,
  })
  const shown = link === null ? `${base}/client/${entity.replace('.', '/')}/${id}` : one_time_link
  await queueMail(delivery, {
    fact_key: `${fact_key}:${viewer.business_contact_id}`,
    to: viewer.email,
    subject: `${lead}${words.subject}`,
    body_text: textOf(words.text, { link: shown, decides }),
    parent: { entity, id },
    provider_id: work.provider_id,
    agency_id: work.agency_id,
    unsubscribe: { business_contact_id: viewer.business_contact_id, kind: taskKind(entity) },
    ...(link === null ? {} : { secret: { link, settings } }),
  })
}

async function makeLink(
  { tx, clock }: Pick<Delivery, 'tx' | 'clock'>,
  { entity, id, submitted_at }: Waiting & { readonly entity: WorkEntity; readonly id: string },
  viewer: Viewer,
): Promise<string> {
  const { token, hash } = newLinkToken()
  const [module = '', name = ''] = entity.split('.')
  const now = clock.now()
  await insertNamed(tx, 'auth.magic_token', {
    id: newUuid(clock),
    token_hash: `\\x${hash.toString('hex')}`,
    business_contact_id: viewer.business_contact_id,
    category: viewer.category,
    module,
    entity: name,
    entity_id: id,
    actions: ['approve', 'reject'],
    submitted_at,
    created_at: now,
    expires_at: instantFromMs(toMs(now) + DECISION_LINK_DAYS * DAY_MS),
  })
  return token
}

export const workToApproveTopic: Topic = {
  topic: work_to_approve_topic,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { tx, fact_key } = delivery
    const { entity, id } = parsed.data
    const work = await tx.row<Waiting>(
      `select client_id, provider_id, agency_id, coalesce(submitted_date, created_at) as submitted_at from ${entity}
       where id = $1 and status = 'submitted' and deleted_at is null`,
      [id],
    )
    // Decided or taken back meanwhile.
    if (!work) return
    const approvers = await approversOf(delivery, entity, id, work.client_id)
    const others = await notAtOnce(
      tx,
      taskKind(entity),
      approvers.map(({ viewer }) => viewer.business_contact_id),
    )
    for (const approver of approvers.filter(({ viewer }) => !others.has(viewer.business_contact_id)))
      await mailApprover(delivery, { ...work, entity, id }, approver, { fact_key })
  },
}
