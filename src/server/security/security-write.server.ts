/** Writes the security log: one row an event, and one line of the process log. */
import { notification_log } from '#business/platform/log.entity.ts'
import { plainNotice } from '#business/platform/plain-notice.server.ts'
import { security_event } from '#business/platform/security-events/security-event.entity.ts'
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '../verb.ts'
import { insertRow } from '../write-row.server.ts'
import { requestFacts } from './request-facts.ts'

type Kind = (typeof security_event.fields.kind.choices)[number]['value']

export type SecurityEvent = {
  readonly kind: Kind
  readonly outcome: 'ok' | 'refused' | 'blocked'
  /** The person concerned; the viewer of the request when absent. */
  readonly user_id?: string | null
  /** The business concerned; the viewer's when absent, else that of the person. */
  readonly business_id?: string | null
  readonly actor_user_id?: string | null
  readonly impersonator_user_id?: string | null
  readonly session_id?: string | null
  readonly token_id?: string | null
  /** In words, without secrets. */
  readonly says?: string
  readonly count?: number
}

/** The business of a person, and its provider; an event of nobody belongs to the installation's first provider. */
const placing = `
  select b.id as business_id, coalesce(b.provider_id, b.id) as provider_id from business.business b
  where b.id = coalesce($1::uuid,
    (select c.business_id from business.business_contact c
     where c.user_id = $2 and c.deleted_at is null order by c.is_active desc, c.created_at, c.id limit 1),
    (select p.id from business.business p where p.type = 'provider' order by p.created_at, p.id limit 1))`

/** Writes an event in an open transaction. */
export async function writeSecurityEvent(tx: Tx, clock: Clock, event: SecurityEvent): Promise<void> {
  const facts = requestFacts()
  const viewer = facts?.viewer ?? null
  const user_id = event.user_id === undefined ? (viewer?.user_id ?? null) : event.user_id
  const wanted = event.business_id ?? viewer?.business_id ?? null
  const impersonator_user_id = event.impersonator_user_id ?? viewer?.impersonator_user_id ?? null
  const place = await tx.row<{ business_id: string; provider_id: string }>(placing, [wanted, user_id])
  const business_id = wanted ?? (user_id === null ? null : (place?.business_id ?? null))
  await insertRow(tx, security_event, {
    id: newUuid(clock),
    at: clock.now(),
    kind: event.kind,
    outcome: event.outcome,
    user_id,
    // Readers see the person at the keyboard, also in the session of another person.
    actor_user_id: impersonator_user_id ?? event.actor_user_id ?? viewer?.user_id ?? null,
    impersonator_user_id,
    business_id,
    provider_id: place?.provider_id ?? null,
    session_id: event.session_id ?? viewer?.session_id ?? null,
    token_id: event.token_id ?? viewer?.token?.id ?? null,
    ip: facts?.ip ?? null,
    user_agent: facts?.user_agent ?? null,
    request_id: facts?.request_id ?? null,
    count: event.count ?? 1,
    says: (event.says ?? '').slice(0, 500),
    detail: {},
  })
  if (user_id !== null && event.outcome === 'ok') await tellPerson(tx, clock, user_id, event)
  const { kind, outcome, says } = event
  facts?.log.info(
    { security: kind, outcome, says, request_id: facts.request_id, user_id, business_id },
    'security event',
  )
}

/** Changes of a person's sign-in that they read in their inbox too. */
const told: Partial<Record<Kind, string>> = {
  new_device: 'You signed in on a new device',
  password_set: 'Your password was set',
  password_changed: 'Your password was changed',
  email_asked: 'A new sign-in address was asked for',
  email_changed: 'Your sign-in address has changed',
  factor_added: 'A second factor was added',
  factor_removed: 'A second factor was removed',
  factor_reset: 'Your second factors were reset',
  factor_reset_waits: 'Your second factors will be reset',
  factor_reset_stopped: 'The reset of your second factors was stopped',
  recovery_used: 'A recovery code was used',
  identity_linked: 'An account was linked to your sign-in',
  identity_unlinked: 'An account was unlinked from your sign-in',
}

async function tellPerson(
  tx: Tx,
  clock: Clock,
  user_id: string,
  { kind, says }: SecurityEvent,
): Promise<void> {
  const title = told[kind]
  if (title === undefined) return
  const id = newUuid(clock)
  await insertRow(tx, notification_log, {
    ...plainNotice('security'),
    id,
    user_id,
    title,
    message: says || 'If this was not you, tell your administrator at once.',
    link: 'profile/security',
    read_at: null,
    fact_key: `security:${id}`,
    created_at: clock.now(),
  })
}
