/**
 * Reads the viewer of a request in one statement, without a cache, so that a changed role, a switched business, a
 * disabled user or a sign-out applies from the next request on (quality S9).
 */
import { actingEnd, actingHolds } from '#business/impersonation/acting-session.server.ts'
import type { Category, Role, Viewer } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { comesThrough, isTrusted, requiredEnd } from './auth/auth-company.server.ts'
import { linkHash } from './auth/auth-link-token.ts'
import { askedEnd, isRecentEnough, isSignedInEnough, recentEnd } from './auth/auth-required.server.ts'
import type { Database } from './database.ts'
import { keptStatement } from './kept-statement.server.ts'
import type { Tx } from './verb.ts'

export type SignedIn = {
  readonly viewer: Viewer
  readonly expires_at: Instant
  /** When it is over by whatever rule, unless it is used before. */
  readonly ends_at: Instant
}

/** The viewer of an API token, and the networks from which it may call; none for all. */
export type SignedInMachine = Omit<SignedIn, 'ends_at'> & { readonly ip_allow: readonly string[] }

type ClaimRow = Omit<Viewer, 'category' | 'session_id'> & {
  session_id: string
  expires_at: Instant
  ends_at: Instant
}

/** Spec §6: contractors' companies act in the contractor's area. */
const category_of: Readonly<Record<string, Category>> = {
  agency: 'agency',
  client: 'client',
  funder: 'funder',
  provider: 'provider',
}

export const categoryOf = (business_type: string): Category => category_of[business_type] ?? 'contractor'

const claimsIn = (
  roles: string,
) => `u.id as user_id, u.name as user_name, u.email, c.id as business_contact_id, ${roles} as roles, b.id as business_id,
  b.name as business_name, b.type as business_type, coalesce(b.provider_id, b.id) as provider_id,
  array(select feature_code from business.business_feature f where f.business_id = b.id order by 1) as features`

/** Of a person: the programs that they made. */
const own_programs = `null::jsonb as token, array(select k.user_id from platform.api_token m
    join business.business_contact k on k.id = m.contact_id where m.created_by = u.id) as same_person_ids`

/** Of a program `t`: its maker, and the other programs of theirs. */
const its_maker = `jsonb_build_object('id', t.id, 'actions', t.actions, 'is_read_only', t.is_read_only) as token,
  array(select t.created_by union all select k.user_id from platform.api_token m
    join business.business_contact k on k.id = m.contact_id where m.created_by = t.created_by) as same_person_ids`

/** Those who can act: user, contact and business are active, with at least one role. */
const actingIn = (
  roles: string,
) => `join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
  join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null
    and u.deleted_at is null
  where c.is_active and c.deleted_at is null and ${roles} <> '{}'`

/** A program has the roles of its token; its contact has none, so it is nobody's colleague. */
const program_roles = 't.roles'
const program = `${claimsIn(program_roles)}, ${its_maker}`
const person = `${claimsIn('c.roles')}, ${own_programs}`

/** What a token of `generateHasuraToken` begins with. */
export const SESSION_TOKEN_MARK = 'stint_sess_'

const bySession = (condition: string, own_end: string) => `
  select s.id as session_id, s."expiresAt" as expires_at, s.impersonator_user_id, s.impersonator_business_id,
    least(s."expiresAt", ${recentEnd}, ${askedEnd('$2')}, ${requiredEnd('$2')}, ${actingEnd}, ${own_end}) as ends_at, ${person}
  from auth.session s join business.business_contact c on c.id = s.business_contact_id and c.user_id = s."userId"
  ${actingIn('c.roles')} and c.joined_at is not null and ${condition} and s."expiresAt" > $2
    and (s.impersonator_user_id is not null or ((${isSignedInEnough('$2')} or ${isTrusted('s.identity_provider_id')})
      and ${comesThrough({ methods: 's.methods', provider: 's.identity_provider_id', now: '$2::timestamptz' })})) and ${isRecentEnough('$2')}
    and (s.impersonator_user_id is null or ${actingHolds('$2')})`

const by_cookie = bySession('s.token = $1', 'null')
const by_session_token = bySession(
  's.id = (select k.session_id from auth.session_token k where k.token_hash = $1 and k.expires_at > $2)',
  '(select k.expires_at from auth.session_token k where k.token_hash = $1)',
)

const by_api_token = `
  select t.id as session_id, t.expires_at, t.ip_allow, null as impersonator_user_id, null as impersonator_business_id, ${program}
  from auth.api_token h join platform.api_token t on t.id = h.api_token_id and t.revoked_at is null
  join business.business_contact c on c.id = t.contact_id
  ${actingIn(program_roles)} and u.kind = 'service' and h.token_hash = $1 and t.expires_at > $2`

/** Tables by which a viewer is read: where one changes, an open connection may be over. */
export const viewer_tables: ReadonlySet<string> = new Set(
  [by_cookie, by_session_token, by_api_token].flatMap((text) =>
    [...text.matchAll(/\b(?:from|join)\s+([a-z_]{2,}\."?[a-z_]+"?)/g)].map(([, name = '']) =>
      name.replaceAll('"', ''),
    ),
  ),
)

function viewerOf(row: Omit<ClaimRow, 'expires_at' | 'ends_at'>): Viewer {
  return {
    category: categoryOf(row.business_type),
    // The column's check allows nothing but roles.
    roles: row.roles as readonly Role[],
    user_id: row.user_id,
    user_name: row.user_name,
    email: row.email,
    business_id: row.business_id,
    business_name: row.business_name,
    business_type: row.business_type,
    business_contact_id: row.business_contact_id,
    provider_id: row.provider_id,
    features: row.features,
    session_id: row.session_id,
    impersonator_user_id: row.impersonator_user_id,
    impersonator_business_id: row.impersonator_business_id,
    token: row.token,
    same_person_ids: row.same_person_ids,
  }
}

/** The viewer of a session's cookie or token, or null when the session, the user or the business is no longer valid. */
export async function readViewer(database: Database, clock: Clock, token: string): Promise<SignedIn | null> {
  const now = clock.now()
  const { rows } = await database.session.pool.query<ClaimRow>(
    token.startsWith(SESSION_TOKEN_MARK)
      ? { name: 'viewer_by_session_token', text: by_session_token, values: [linkHash(token), now] }
      : { name: 'viewer_by_token', text: by_cookie, values: [token, now] },
  )
  const [row] = rows
  return row ? { viewer: viewerOf(row), expires_at: row.expires_at, ends_at: row.ends_at } : null
}

/** The viewer of an API token by its hash, or null when the token, its contact or its business is no longer valid. */
export async function readMachine(
  database: Database,
  clock: Clock,
  token_hash: Buffer,
): Promise<SignedInMachine | null> {
  const { rows } = await database.session.pool.query<ClaimRow & { ip_allow: readonly string[] }>({
    name: 'viewer_by_api_token',
    text: by_api_token,
    values: [token_hash, clock.now()],
  })
  const [row] = rows
  return row ? { viewer: viewerOf(row), expires_at: row.expires_at, ip_allow: row.ip_allow } : null
}

const viewer_of_contact = keptStatement(
  `select null as impersonator_user_id, null as impersonator_business_id, ${person}
   from business.business_contact c ${actingIn('c.roles')} and c.id = $1
   union all
   select null, null, ${program}
   from platform.api_token t join business.business_contact c on c.id = t.contact_id
   ${actingIn(program_roles)} and u.kind = 'service' and t.revoked_at is null and c.id = $1`,
)

/**
 * The viewer of a contact without a session: for jobs that outlive the request, and the demo loader. Null when the
 * person may no longer act.
 */
export async function readViewerOfContact(
  tx: Tx,
  business_contact_id: string,
  session: Partial<Pick<Viewer, 'session_id' | 'impersonator_user_id' | 'impersonator_business_id'>> = {},
): Promise<Viewer | null> {
  const row = await tx.row<Omit<ClaimRow, 'expires_at' | 'ends_at' | 'session_id'>>(viewer_of_contact, [
    business_contact_id,
  ])
  if (!row) return null
  // Only the session's ids are taken from a given viewer: roles are read again.
  const { session_id = '', impersonator_user_id = null, impersonator_business_id = null } = session
  return { ...viewerOf({ ...row, session_id }), impersonator_user_id, impersonator_business_id }
}

/** The viewer of a business without a person, in those of the roles that its category has; null for one that is closed. */
export async function readViewerOfBusiness(
  tx: Tx,
  business_id: string,
  roles: readonly Role[],
): Promise<Viewer | null> {
  const row = await tx.row<Pick<ClaimRow, 'business_name' | 'business_type' | 'provider_id' | 'features'>>(
    `select b.name as business_name, b.type as business_type, coalesce(b.provider_id, b.id) as provider_id,
       array(select feature_code from business.business_feature f where f.business_id = b.id order by 1) as features
     from business.business b where b.id = $1 and b.is_active and b.deleted_at is null`,
    [business_id],
  )
  if (!row) return null
  const own: readonly Role[] = category_roles[categoryOf(row.business_type)]
  return viewerOf({
    ...row,
    business_id,
    roles: roles.filter((role) => own.includes(role)),
    user_id: '',
    user_name: '',
    email: '',
    // No contact has it.
    business_contact_id: business_id,
    session_id: '',
    impersonator_user_id: null,
    impersonator_business_id: null,
    token: null,
    same_person_ids: [],
  })
}
