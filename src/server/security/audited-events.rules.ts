/** Security events that follow from a verb's audit entries. */
import { isPersonal } from '#business/platform/personal-data.rules.ts'
import { labelOf } from '#entity/choices.ts'
import type { AuditEntry } from '../verb.ts'
import type { SecurityEvent } from './security-write.server.ts'

/** Without `user_id`, the event is about the person of `contact_id`; with `account_id`, about the business of that account. */
type Told = SecurityEvent & { readonly contact_id?: string; readonly account_id?: string }

const CONTACT = 'business.business_contact'
const INVITATION = 'log.unconfirmed_user'
const USER = 'platform.user'
const TOKEN = 'platform.api_token'
const WEBHOOK = 'platform.webhook'
const ROLE_CHANGE = 'request.role_change'
const IMPERSONATION = 'log.impersonation'
const BUSINESS = 'business.business'
const ACCOUNT = 'business.bank_account'
const SIGN_ON = 'business.identity_provider'

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const partsOf = (values: unknown): Readonly<Record<string, unknown>> =>
  typeof values === 'object' && values !== null ? (values as Readonly<Record<string, unknown>>) : {} // Any object's fields are unknown.

/** The events of one audit entry. */
export function eventsOf({ entity, entity_id, old_values, new_values }: AuditEntry): Told[] {
  const [before, after] = [partsOf(old_values), partsOf(new_values)]
  // Files of returns, reports and payments name people with their numbers or accounts.
  if (typeof after.downloaded === 'string')
    return [{ kind: 'export_personal', outcome: 'ok', says: after.downloaded }]
  if (entity === 'platform.job') return exported(after)
  if (entity === INVITATION) return invited(after)
  if (entity === USER) return leftOrBack(entity_id, before, after)
  if (entity === TOKEN) return tokened(entity_id, after)
  if (entity === WEBHOOK) return hooked(before, after)
  if (entity === ROLE_CHANGE) return roleAsked(after)
  if (entity === IMPERSONATION) return acted(before, after)
  if (entity === BUSINESS) return securityRule(entity_id, before, after)
  if (entity === SIGN_ON) return signOnChanged(before, after)
  if (entity === ACCOUNT) return accountChanged(entity_id, before, after)
  if (entity !== CONTACT) return []
  const told: Told[] = []
  const add = (kind: SecurityEvent['kind'], says: string) =>
    told.push({ kind, outcome: 'ok', says, contact_id: entity_id })
  if ('roles' in after) {
    const had = listOf(before.roles)
    const has = listOf(after.roles)
    const given = has.filter((role) => !had.includes(role))
    const taken = had.filter((role) => !has.includes(role))
    if (given.length > 0) add('role_approved', given.map(labelOf).join(', '))
    if (taken.length > 0) add('role_removed', taken.map(labelOf).join(', '))
  }
  if (before.is_active === true && after.is_active === false) add('user_deactivated', '')
  if (before.is_active === false && after.is_active === true) add('user_reactivated', '')
  return told
}

/** Support that begins or ends to act as somebody. */
function acted(
  before: Readonly<Record<string, unknown>>,
  { user_id, business_contact_id, reason, ended_by }: Readonly<Record<string, unknown>>,
): Told[] {
  const about = typeof user_id === 'string' ? { user_id } : {}
  if ('ended_at' in before)
    return [{ kind: 'impersonation_ended', outcome: 'ok', ...about, says: labelOf(String(ended_by)) }]
  if (typeof business_contact_id !== 'string') return []
  return [
    { kind: 'impersonation_started', outcome: 'ok', contact_id: business_contact_id, says: String(reason) },
  ]
}

/**
 * A business that is opened or closed to support, asks all its people for a second factor, or has another limit of approvals
 * by mail.
 */
function securityRule(
  business_id: string,
  before: Readonly<Record<string, unknown>>,
  { support_access, second_factor_from, approval_rule }: Readonly<Record<string, unknown>>,
): Told[] {
  const told = (says: string): Told[] => [{ kind: 'setting_changed', outcome: 'ok', business_id, says }]
  if (typeof support_access === 'boolean') return told(`Support access ${support_access ? 'on' : 'off'}`)
  const limit = partsOf(approval_rule).approve_by_mail_limit
  if (typeof limit === 'string' && limit !== partsOf(before.approval_rule).approve_by_mail_limit)
    return told(`Approvals by mail up to £${limit}`)
  if (second_factor_from === undefined) return []
  return told(
    `Second factor for all people ${second_factor_from === null ? 'no longer required' : `required from ${String(second_factor_from)}`}`,
  )
}

/** A business's own sign-in that was set up, changed, required or removed. */
function signOnChanged(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Told[] {
  const { name, deleted_at, required, required_from, client_secret, tested_at } = after
  const was = (field: string) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const changes: readonly [string, boolean][] = [
    ['set up', before.name === undefined],
    ['removed', typeof deleted_at === 'string'],
    [`required from ${String(required_from)}`, required === true],
    ['no longer required', required === false],
    ['tested', typeof tested_at === 'string'],
    ['client', 'application_id' in before && (was('application_id') || client_secret !== undefined)],
    [
      `domains ${listOf(after.proven_domains).join(', ')}`,
      'proven_domains' in before && was('proven_domains'),
    ],
    [`second factor ${String(after.provider_mfa)}`, 'provider_mfa' in before && was('provider_mfa')],
    ['exempt people', 'exempt_contact_ids' in before && was('exempt_contact_ids')],
  ]
  const says = changes.filter(([, isSo]) => isSo).map(([words]) => words)
  return says.length === 0
    ? []
    : [
        {
          kind: 'setting_changed',
          outcome: 'ok',
          says: `Single sign-on, ${String(name)}: ${says.join(', ')}`,
        },
      ]
}

/** A person who lost or got back access to all businesses, or has another address. */
function leftOrBack(
  user_id: string,
  before: Readonly<Record<string, unknown>>,
  { is_active, reason, email, factors }: Readonly<Record<string, unknown>>,
): Told[] {
  if (factors === 'reset') return [{ kind: 'factor_reset', outcome: 'ok', user_id, says: String(reason) }]
  if (factors === 'kept')
    return [{ kind: 'factor_reset_stopped', outcome: 'ok', user_id, says: String(reason) }]
  if (typeof email === 'string')
    return [
      { kind: 'email_changed', outcome: 'ok', user_id, says: `From ${String(before.email)} to ${email}` },
    ]
  if (typeof is_active !== 'boolean' || is_active === before.is_active) return []
  const kind = is_active ? 'user_reactivated' : 'user_deactivated'
  return [{ kind, outcome: 'ok', user_id, says: typeof reason === 'string' ? reason : 'In all businesses' }]
}

const invitation_kinds: Readonly<Record<string, SecurityEvent['kind']>> = {
  sent: 'invitation_sent',
  accepted: 'invitation_accepted',
  revoked: 'invitation_revoked',
}

function invited({ state, business_contact_id, is_copied }: Readonly<Record<string, unknown>>): Told[] {
  const kind = typeof state === 'string' ? invitation_kinds[state] : undefined
  if (kind === undefined || typeof business_contact_id !== 'string') return []
  return [
    {
      kind,
      outcome: 'ok',
      says: is_copied === true ? 'Link copied' : '',
      contact_id: business_contact_id,
    },
  ]
}

/** An approved one shows by the contact's own change. */
function roleAsked({
  status,
  business_contact_id,
  kind,
  roles,
  reactivates,
  comment,
}: Readonly<Record<string, unknown>>): Told[] {
  if (typeof business_contact_id !== 'string') return []
  const told = { outcome: 'ok', contact_id: business_contact_id } as const
  if (status === 'approved')
    return kind === 'factors' ? [{ ...told, kind: 'factor_reset_waits', says: 'For 24 hours' }] : []
  if (status !== 'pending')
    return [{ ...told, kind: 'role_rejected', says: `${labelOf(String(status))}: ${String(comment)}` }]
  if (kind === 'factors') return [{ ...told, kind: 'role_asked', says: 'Factor reset' }]
  if (kind === 'reactivation') return [{ ...told, kind: 'role_asked', says: 'Reactivation' }]
  if (kind === 'address') return [{ ...told, kind: 'role_asked', says: 'Sign-in address' }]
  const parts = [...listOf(roles).map(labelOf), ...(reactivates === true ? ['reactivation'] : [])]
  return [{ ...told, kind: 'role_asked', says: parts.length > 0 ? parts.join(', ') : 'Invitation' }]
}

/** A review of a token changes no right. */
function tokened(
  token_id: string,
  { name, prefix, revoked_at, review_asked_at }: Readonly<Record<string, unknown>>,
): Told[] {
  if (review_asked_at !== undefined) return []
  const kind = typeof revoked_at === 'string' ? 'token_revoked' : 'token_created'
  return [{ kind, outcome: 'ok', token_id, says: `${String(name)} (${String(prefix)})` }]
}

/** A webhook that was entered, pointed elsewhere, stopped, resumed or deleted, or has a new secret. */
function hooked(
  before: Readonly<Record<string, unknown>>,
  { url, state, deleted_at, old_secret_until }: Readonly<Record<string, unknown>>,
): Told[] {
  const parts = [
    typeof url === 'string' && (before.url === undefined || before.url !== url) ? url : '',
    typeof state === 'string' ? labelOf(state) : '',
    typeof deleted_at === 'string' ? 'Deleted' : '',
    typeof old_secret_until === 'string' ? 'New secret' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? [] : [{ kind: 'webhook_changed', outcome: 'ok', says: parts.join(', ') }]
}

/** An account that was entered or decided on: it says where money goes. Its number stays out. */
function accountChanged(
  account_id: string,
  before: Readonly<Record<string, unknown>>,
  { status, purpose, reason }: Readonly<Record<string, unknown>>,
): Told[] {
  if (typeof status !== 'string') return []
  const words = 'hold_reason' in before ? 'Confirmed again' : (account_words[status] ?? labelOf(status))
  const more = status === 'pending' ? labelOf(String(purpose)) : reason
  const says = typeof more === 'string' ? `${words}: ${more}` : words
  return [{ kind: 'bank_account_changed', outcome: 'ok', account_id, says }]
}

const account_words: Readonly<Record<string, string>> = { pending: 'Entered', retired: 'Replaced' }

function exported(job: Readonly<Record<string, unknown>>): Told[] {
  const { entity, fields } = job
  if (typeof entity !== 'string' || !('format' in job)) return []
  return isPersonal(entity, listOf(fields))
    ? [
        {
          kind: 'export_personal',
          outcome: 'ok',
          says: labelOf(entity.split('.').at(-1) ?? ''),
        },
      ]
    : []
}
