import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { formatInstant, instantFromMs, toMs } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { FIVE_MINUTES, type Tx, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { notification_log } from '../platform/log.entity.ts'
import { impersonation } from '../platform/people-log.entity.ts'
import { plainNotice } from '../platform/plain-notice.server.ts'
import { openActingSession } from './acting-session.server.ts'
import { closeImpersonations } from './close-impersonation.server.ts'
import {
  type ActingTarget,
  canActAs,
  impersonation_minutes,
  impersonators,
  REASON_MAX,
  REASON_MIN,
} from './impersonation.rules.ts'

const input = z.strictObject({
  business_contact_id: z.uuid(),
  reason: z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(REASON_MIN, { error: validationText.specify_reason })
    .max(REASON_MAX, { error: validationText.max_length(REASON_MAX) }),
  minutes: z.literal(impersonation_minutes, { error: validationText.matches }).default(30),
})

type Target = ActingTarget & {
  readonly business_id: string
  readonly business_name: string
}

async function targetOf(tx: Tx, business_contact_id: string, impersonator_user_id: string): Promise<Target> {
  const row = await tx.row<Target>(
    `select c.user_id, b.id as business_id, b.name as business_name, b.support_access,
       coalesce(u.kind = 'person', false) as is_person,
       coalesce(c.is_active and c.joined_at is not null and c.roles <> '{}' and b.is_active and b.deleted_at is null
         and u.is_active and u.deactivated_at is null and u.deleted_at is null, false) as is_active,
       exists (select from business.business_contact o join business.business p on p.id = o.business_id
         where o.user_id = c.user_id and o.is_active and o.deleted_at is null and p.type = 'provider') as is_of_provider,
       exists (select from log.impersonation i where i.impersonator_user_id = $2 and i.ended_at is null) as is_second
     from business.business_contact c
     join business.business b on b.id = c.business_id
     left join platform."user" u on u.id = c.user_id
     where c.id = $1`,
    [business_contact_id, impersonator_user_id],
  )
  return present(row, 'a contact that is visible')
}

/**
 * Opens a second session in which support acts as a person of a business. It ends with its time, with the session of
 * before, and with the role. The answer holds no token: the route gives the browser its cookie.
 */
export const startImpersonation = verb({
  action_id: 'platform.impersonation.start',
  since: '0.1.0',
  summary: 'Acts as a person of a business, with a reason and for a limited time',
  machine: 'refused',
  impersonator: 'refused',
  who: impersonators,
  input,
  output: z.strictObject({ id: z.uuid(), ends_at: z.iso.datetime() }),
  step_up: FIVE_MINUTES,
  run: async (context, { business_contact_id, reason, minutes }) => {
    const { tx, viewer, clock } = context
    // One at a time: a second call waits here for the first.
    await tx.run('select from platform."user" where id = $1 for update', [viewer.user_id])
    await loadVisible(tx, viewer, 'business.business_contact', [business_contact_id], { columns: 't.id' })
    for (const closed of await closeImpersonations(context, viewer.user_id)) context.audit(closed.entry)
    const target = await targetOf(tx, business_contact_id, viewer.user_id)
    requireCan(canActAs(target, viewer))
    const user_id = present(target.user_id, 'the user of a person')
    const now = clock.now()
    const ends_at = instantFromMs(toMs(now) + minutes * 60_000)
    const { session_id } = await openActingSession({ tx, clock }, viewer, {
      user_id,
      business_contact_id,
      reason,
      ends_at,
    })
    const id = newUuid(clock)
    await insertRow(tx, impersonation, {
      id,
      provider_id: viewer.provider_id,
      impersonator_user_id: viewer.user_id,
      impersonator_business_id: viewer.business_id,
      impersonator_name: viewer.user_name,
      user_id,
      business_id: target.business_id,
      reason,
      session_id,
      started_at: now,
      ends_at,
      ended_at: null,
      ended_by: null,
      actions: [],
    })
    await insertRow(tx, notification_log, {
      ...plainNotice('security'),
      id: newUuid(clock),
      fact_key: `impersonation_started:${id}`,
      user_id,
      title: `${viewer.user_name} acts as you`,
      message: `${viewer.user_name} of ${viewer.business_name} acts as you for ${target.business_name} until ${formatInstant(ends_at)}. Reason: ${reason}`,
      link: null,
      read_at: null,
      created_at: now,
    })
    context.audit({
      entity: 'log.impersonation',
      entity_id: id,
      new_values: { user_id, business_contact_id, reason, ends_at },
    })
    return { id, ends_at }
  },
})
