/** What a business asks of sessions that act for it: its own sign-in (people, business SSO). */
import { admin_roles } from '#entity/roles.ts'
import { askProvider, type StintError } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'
import type { SignInMethod } from './auth-required.server.ts'

/** How a person showed who they are, and the business's own provider among it. */
export type Shown = {
  readonly methods: readonly SignInMethod[]
  readonly through: string | null
}

const list = (words: readonly string[]): string => `'{${words.join(',')}}'::text[]`

/** Ways in that no business controls. A business speaks for its own people, and for them in its own name alone. */
const own_ways = list(['pwd', 'oidc', 'passkey', 'demo'])

type Names = { readonly methods: string; readonly provider: string; readonly now: string }

/** Of a contact `c`, in SQL: a session of these methods, through this provider, may act for it. */
export const comesThrough = ({
  methods,
  provider,
  now,
}: Names): string => `((${provider} is null or ${methods} && ${own_ways}
    or exists (select from business.identity_provider p
      where p.id = ${provider} and p.business_id = c.business_id and p.deleted_at is null))
  and not exists (select from business.identity_provider p
    where p.business_id = c.business_id and p.deleted_at is null and p.required_from <= ${now}
      and p.id is distinct from ${provider}
      and not ('passkey' = any(${methods}) and c.id::text = any(p.exempt_contact_ids) and c.roles && ${list(admin_roles)})))`

/** Of a contact `c` and a session `s`: the coming moment from which its business asks for another way in; null for none. */
export const requiredEnd = (
  now: string,
): string => `(select min(p.required_from) from business.identity_provider p
    where p.business_id = c.business_id and p.deleted_at is null and p.required_from > ${now}::timestamptz
      and p.id is distinct from s.identity_provider_id and s.impersonator_user_id is null)`

/** Of a contact `c`, in SQL: its business's provider counts as two factors, and the session came through it. */
export const isTrusted = (provider: string): string => `exists (select from business.identity_provider p
    where p.id = ${provider} and p.business_id = c.business_id and p.provider_mfa = 'trusted' and p.deleted_at is null)`

/** The provider that a contact's business asks for now. */
export type AskedProvider = { readonly id: string; readonly name: string; readonly business_name: string }

export const askedOf = (
  tx: Tx,
  business_contact_id: string,
  now: Instant,
): Promise<AskedProvider | undefined> =>
  tx.row<AskedProvider>(
    `select p.id, p.name, b.name as business_name from business.business_contact c
     join business.business b on b.id = c.business_id
     join business.identity_provider p on p.business_id = b.id and p.deleted_at is null and p.required_from <= $2
     where c.id = $1`,
    [business_contact_id, now],
  )

export const askFor = ({ business_name, name }: AskedProvider): StintError =>
  askProvider(`${business_name} asks you to sign in with ${name}`)

/** Whether the provider's own second factor is enough. */
export async function trustsProvider(tx: Tx, through: string | null): Promise<boolean> {
  if (through === null) return false
  const row = await tx.row(
    `select id from business.identity_provider where id = $1 and provider_mfa = 'trusted' and deleted_at is null`,
    [through],
  )
  return row !== undefined
}

/** The person acts for other businesses than the provider's, too. */
export async function actsElsewhere(tx: Tx, user_id: string, through: string): Promise<boolean> {
  const row = await tx.row(
    `select c.id from business.business_contact c
     where c.user_id = $1 and c.is_active and c.deleted_at is null and c.joined_at is not null
       and c.business_id <> (select business_id from business.identity_provider where id = $2) limit 1`,
    [user_id, through],
  )
  return row !== undefined
}

/** Is there nothing but the word of a business? */
export const isCompanyWord = (methods: readonly SignInMethod[]): boolean =>
  methods.includes('sso') && methods.every((method) => method === 'sso')
