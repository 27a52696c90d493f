/** The end of a single sign-on that a business requires, by the operator of an installation. */
import { endRequirement } from '#business/single-sign-on/end-requirement.server.ts'
import { readDomain, sso_admins } from '#business/single-sign-on/identity-provider.rules.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { queueSecurityNotice } from './auth-notice.server.ts'
import { mailAdministrators } from './auth-operator.server.ts'
import { OPERATOR, openOperator, type RoleGiven } from './auth-operator-role.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

type Required = {
  readonly id: string
  readonly business_id: string
  readonly business_name: string
  readonly name: string
  readonly required: boolean
  readonly required_from: Instant | null
}

/**
 * Lets the people of the business with this proven domain sign in as everybody else does.
 * @throws Error with a sentence for the operator
 */
export function openSignIn(deps: Deps, typed: string): Promise<RoleGiven> {
  const clock = frozenAt(deps.clock)
  return inTransaction(deps.database, async (tx) => {
    const row = await providerOf(tx, typed)
    const operator = { user_id: OPERATOR, user_name: 'The operator of this installation' }
    const action_id = 'business.identity_provider.stop_requiring'
    const { context, finish } = openOperator({ tx, clock }, row.business_id, action_id, operator)
    await endRequirement(context, row)
    await finish()
    await writeSecurityEvent(tx, clock, {
      kind: 'setting_changed',
      outcome: 'ok',
      business_id: row.business_id,
      says: `By the operator: Single sign-on, ${row.name}: no longer required`,
    })
    const done = `${row.business_name}: sign-in with ${row.name} is no longer required`
    const says = `The operator of this installation changed how people sign in. ${done}.`
    const own = await ownAdministrators(tx, row.business_id)
    for (const { user_id } of own)
      await queueSecurityNotice({ tx, clock }, user_id, says, 'If nobody asked for it, ask your provider.')
    return { done, mails: own.length + (await mailAdministrators({ tx, clock }, says, null)) }
  })
}

async function providerOf(tx: Tx, typed: string): Promise<Required> {
  const domain = readDomain(typed)
  const row = await tx.row<Required>(
    `select p.id, p.business_id, b.name as business_name, p.name, p.required, p.required_from
     from business.identity_provider p join business.business b on b.id = p.business_id
     where p.proven_domains @> array[$1] for update of p`,
    [domain],
  )
  if (!row) throw new Error(`No business has proved the domain "${typed}". Nothing was changed.`)
  if (!row.required)
    throw new Error(`${row.business_name} does not require sign-in with ${row.name}. Nothing was changed.`)
  return row
}

/** Administrators of the business; a provider's administrators are marked as such. */
const ownAdministrators = (tx: Tx, business_id: string): Promise<{ user_id: string }[]> =>
  tx.rows<{ user_id: string }>(
    `select c.user_id from business.business_contact c
     join platform."user" u on u.id = c.user_id and u.is_active and u.deleted_at is null
     where c.business_id = $1 and c.roles && $2 and not c.roles @> '{provider_admin}' and c.is_active
       and c.deleted_at is null
     order by c.user_id`,
    [business_id, [...sso_admins.agency, ...sso_admins.funder]],
  )
