/** Accounts at providers that are linked to people. */
import type { Clock } from '#kernel/clock.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { queueSecurityNotice } from '../auth/auth-notice.server.ts'
import { hasPassword } from '../auth/auth-password-set.server.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import type { Tx } from '../verb.ts'
import type { OutsideAccount } from './outside-claims.rules.ts'

type Within = { readonly tx: Tx; readonly clock: Clock }

export type Linked = {
  readonly id: string
  readonly provider: OutsideAccount['provider']
  /** Of the provider. */
  readonly name: string
  readonly label: string
  readonly created_at: Instant
  readonly last_used_at: Instant | null
}

/** Of an identity `i`, in SQL: its provider in words. */
const name_of = `case i.provider when 'google' then 'Google' when 'microsoft' then 'Microsoft' else coalesce(
  (select p.name || ' of ' || b.name from business.identity_provider p join business.business b on b.id = p.business_id
   where p.id::text = i.issuer), 'Company') end`

export const identitiesOf = (tx: Tx, user_id: string): Promise<Linked[]> =>
  tx.rows<Linked>(
    `select i.id, i.provider, ${name_of} as name, i.label, i.created_at, i.last_used_at from auth.identity i
     where i.user_id = $1 order by i.id`,
    [user_id],
  )

/** The person of an account, and whether they are active; undefined for an account that nobody linked. */
export function personOf(
  tx: Tx,
  { provider, issuer, subject }: OutsideAccount,
): Promise<{ id: string; email: string; is_active: boolean } | undefined> {
  return tx.row(
    `select u.id, u.email, u.is_active and u.deactivated_at is null and u.deleted_at is null as is_active
     from auth.identity i join platform."user" u on u.id = i.user_id
     where i.provider = $1 and i.issuer = $2 and i.subject = $3`,
    [provider, issuer, subject],
  )
}

export async function noteUse(
  { tx, clock }: Within,
  { provider, issuer, subject }: OutsideAccount,
): Promise<void> {
  await tx.run(
    'update auth.identity set last_used_at = $4 where provider = $1 and issuer = $2 and subject = $3',
    [provider, issuer, subject, clock.now()],
  )
}

/** @returns whether it is this person's now; false for somebody else's */
export async function linkAccount(
  { tx, clock }: Within,
  user_id: string,
  account: OutsideAccount,
): Promise<boolean> {
  const { provider, issuer, subject, label } = account
  const made = await tx.run(
    `insert into auth.identity (id, user_id, provider, issuer, subject, label, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (provider, issuer, subject) do nothing`,
    [newUuid(clock), user_id, provider, issuer, subject, label, clock.now()],
  )
  if (made === 0) return (await personOf(tx, account))?.id === user_id
  const name = `${account.name}${label ? `, ${label}` : ''}`
  await writeSecurityEvent(tx, clock, { kind: 'identity_linked', outcome: 'ok', user_id, says: name })
  await queueSecurityNotice({ tx, clock }, user_id, `An account was linked to your sign-in: ${name}.`)
  return true
}

/** @throws notFound for another person's; conflict for the only way in */
export async function unlinkAccount({ tx, clock }: Within, user_id: string, id: string): Promise<void> {
  // Of two removals at once the second sees the state after the first.
  await tx.row('select id from auth."user" where id = $1 for update', [user_id])
  const row = await tx.row<{ provider: string; label: string }>(
    `delete from auth.identity i where i.id = $1 and i.user_id = $2 returning ${name_of} as provider, i.label`,
    [id, user_id],
  )
  if (!row) throw notFound('Account')
  const left = await tx.row<{ has_way: boolean }>(
    `select exists (select from auth.factor where user_id = $1 and type = 'passkey' and confirmed_at is not null)
       or exists (select from auth.identity where user_id = $1) as has_way`,
    [user_id],
  )
  if (!left?.has_way && !(await hasPassword(tx, user_id))) throw conflict('Set a password or a passkey first')
  const name = `${row.provider}${row.label ? `, ${row.label}` : ''}`
  await writeSecurityEvent(tx, clock, { kind: 'identity_unlinked', outcome: 'ok', user_id, says: name })
  await queueSecurityNotice({ tx, clock }, user_id, `An account was unlinked from your sign-in: ${name}.`)
}
