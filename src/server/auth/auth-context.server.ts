import { createHmac } from 'node:crypto'
import type { Viewer } from '#entity/access.ts'
import type { SessionBusiness, SessionFacts } from '#entity/session-facts.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { allowedActions, refusedActions } from '../action-codes.server.ts'
import type { Database } from '../database.ts'
import { menuFor } from '../menu.server.ts'
import { FIVE_MINUTES } from '../verb.ts'
import { categoryOf } from '../viewer-read.server.ts'
import { requiredEnd } from './auth-company.server.ts'
import { askedEnd } from './auth-required.server.ts'
import { associatedOf } from './auth-session-token.server.ts'

/** A business the user may act for. */
type ActingChoice = {
  readonly business_contact_id: string
  readonly business_id: string
  readonly business_name: string
  readonly business_type: string
  readonly category: string
  readonly roles: readonly string[]
}

/** The auth context of spec §3: the answer of `GET /api/auth/session`. */
type AuthContext = SessionFacts & {
  readonly business: SessionBusiness
  readonly category: Viewer['category']
  /** Spec §6: prefixed with the product's name. */
  readonly business_type: string
  readonly provider_id: string
  readonly roles: Viewer['roles']
  readonly impersonator_business_id: string | null
  /** Spec §3: a contractor's payment company; null for everybody else. */
  readonly associated_id: string | null
  /** The proofs of this sign-in, such as `pwd` and `totp`. */
  readonly methods: readonly string[]
  /** Until then risky actions do not ask again; null when they do. */
  readonly step_up_until: Instant | null
  readonly always_open: readonly string[]
  readonly businesses: readonly ActingChoice[]
}

type FactRow = Pick<
  AuthContext,
  | 'user'
  | 'business'
  | 'notifications'
  | 'stands_in_for'
  | 'is_demo'
  | 'impersonation'
  | 'impersonated_users'
  | 'methods'
  | 'required_steps'
> & {
  step_up_at: Instant | null
  kept_support_email: string | null
  has_perm_placements: boolean
  businesses: Omit<ActingChoice, 'category'>[]
}

/** Spec §2: open to every role. */
const always_open = ['dashboard', 'dashboard/overview', 'profile', 'auth/login', 'log/mail'] as const

const facts = `
  select json_build_object('id', u.id, 'name', u.name, 'first_name', u.first_name, 'last_name', u.last_name,
      'email', u.email, 'contact_phone', u.contact_phone, 'mail_signature', u.mail_signature, 'preferences', u.preferences) as "user",
    json_build_object('id', b.id, 'name', b.name, 'human_id', b.human_id, 'type', b.type,
      'currency_code', cu.alpha_code, 'support_access', b.support_access) as business,
    (select count(*)::int from log.notification_log n where n.user_id = u.id and n.state = 'open'
      and n.held_decision_id is null and (n.class = 'task' or n.read_at is null)
      and (n.business_contact_id is null or n.business_contact_id = $3)) as notifications,
    coalesce((select json_agg(d.from_contact_id order by d.from_contact_id) from platform.delegation d
      where d.to_contact_id = $3 and d.ended_at is null
        and ($5::timestamptz at time zone 'Europe/London')::date between d.from_day and d.to_day), '[]') as stands_in_for,
    (select is_demo from platform.installation) as is_demo,
    (select value #>> '{}' from platform.setting where key = 'support_email') as kept_support_email,
    (select json_build_object('id', i.id, 'impersonator_name', i.impersonator_name, 'reason', i.reason,
        'seconds_left', greatest(0, ceil(extract(epoch from i.ends_at - $5::timestamptz)))::int)
      from log.impersonation i where i.session_id = $4 and i.ended_at is null) as impersonation,
    coalesce((select json_agg(json_build_object('id', i.id, 'user_id', i.user_id, 'name', iu.name, 'business_name', ib.name)
        order by i.started_at)
      from log.impersonation i join platform."user" iu on iu.id = i.user_id
      join business.business ib on ib.id = i.business_id
      where i.impersonator_user_id = u.id and i.ended_at is null and i.ends_at > $5), '[]') as impersonated_users,
    coalesce((select to_json(s.methods) from auth.session s where s.id = $4), '[]') as methods,
    (select s.step_up_at from auth.session s where s.id = $4) as step_up_at,
    coalesce((select json_agg(json_build_object('step', r.step, 'from',
        to_char(r.asked_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.asked_from)
      from auth.session s join business.business_contact c on c.id = $3 cross join lateral (values
        ('second_factor', ${askedEnd('$5')}), ('sso', ${requiredEnd('$5')})) r (step, asked_from)
      where s.id = $4 and r.asked_from is not null), '[]') as required_steps,
    exists (select from contract.contract p where p.agency_id = b.id and p.type = 'perm_placement'
      and p.deleted_at is null) as has_perm_placements,
    (select json_agg(json_build_object('business_contact_id', c.id, 'business_id', o.id, 'business_name', o.name,
        'business_type', o.type, 'roles', c.roles) order by o.name, o.id)
      from business.business_contact c
      join business.business o on o.id = c.business_id and o.is_active and o.deleted_at is null
      where c.user_id = u.id and c.is_active and c.deleted_at is null and c.roles <> '{}'
        and c.joined_at is not null) as businesses
  from platform."user" u, business.business b join platform.currency cu on cu.id = b.base_currency_id
  where u.id = $1 and b.id = $2`

type ContextFacts = {
  /** Of the environment. */
  readonly support_email: string | null
  readonly help_url: string | null
  readonly secret: string
  readonly sends_mail: boolean
  readonly sends_returns: boolean
  readonly sends_messages: boolean
  readonly checks_vat: boolean
}

/** The shell's facts of the signed-in user, in one statement. */
export async function authContext(
  database: Database,
  clock: Clock,
  viewer: Viewer,
  { support_email, help_url, secret, sends_mail, sends_returns, sends_messages, checks_vat }: ContextFacts,
): Promise<AuthContext> {
  const { rows } = await database.session.pool.query<FactRow>(facts, [
    viewer.user_id,
    viewer.business_id,
    viewer.business_contact_id,
    viewer.session_id,
    clock.now(),
  ])
  const [row] = rows
  if (!row) throw new Error('The user of a session that was just read is gone.')
  const { has_perm_placements, businesses, kept_support_email, step_up_at, ...rest } = row
  return {
    ...rest,
    associated_id: await associatedOf(database, viewer),
    step_up_until: stepUpEnd(step_up_at, clock.now()),
    category: viewer.category,
    business_type: `stint_${viewer.business_type}`,
    business_contact_id: viewer.business_contact_id,
    provider_id: viewer.provider_id,
    roles: viewer.roles,
    features: viewer.features,
    impersonator_user_id: viewer.impersonator_user_id,
    impersonator_business_id: viewer.impersonator_business_id,
    device_key: viewer.impersonator_user_id === null ? deviceKey(viewer.user_id, secret) : null,
    allowed_actions: allowedActions(viewer),
    refused_actions: refusedActions(viewer),
    menu: menuFor({ ...viewer, has_perm_placements }),
    always_open,
    businesses: (businesses ?? []).map((one) => ({ ...one, category: categoryOf(one.business_type) })),
    support_email: support_email ?? kept_support_email,
    help_url,
    sends_mail,
    sends_returns,
    sends_messages,
    checks_vat,
    lacks_mail: !sends_mail && !row.is_demo && viewer.roles.includes('provider_admin'),
    today: clock.today(),
  }
}

function stepUpEnd(step_up_at: Instant | null, now: Instant): Instant | null {
  if (step_up_at === null) return null
  const end = instantFromMs(toMs(step_up_at) + FIVE_MINUTES * 1000)
  return end > now ? end : null
}

/** The same at each sign-in, and never on the device: without a session nobody reads the values there. */
const deviceKey = (user_id: string, secret: string): string =>
  createHmac('sha256', secret).update(`typed values of ${user_id}`).digest('base64')
