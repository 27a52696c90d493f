/** Roles that the operator of an installation gives, where nobody else can. */
import { giveRights } from '#business/people/approve-role-change.server.ts'
import type { Inviting } from '#business/people/invite-contact.server.ts'
import { type LockedRoleChange, lockRoleChange } from '#business/people/lock-role-change.server.ts'
import { labelOf } from '#entity/choices.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { isStintError } from '#kernel/errors.ts'
import { isUuid } from '#kernel/uuid.ts'
import { type Named, openNamed } from '../address/named-writing.server.ts'
import type { Database } from '../database.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { mailAdministrators } from './auth-operator.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

/** A user id for the audit log; nobody signs in with it. */
export const OPERATOR = 'operator'

/** A context for writes of people, in the operator's name. `finish` writes audit and mails. */
export const openOperator = (
  within: { readonly tx: Tx; readonly clock: Clock },
  business_id: string,
  action_id: string,
  inviter: Inviting['viewer'],
): Named => openNamed(within, { user_id: OPERATOR, business_id, action_id, isLogged: false }, inviter)

export type RoleGiven = { readonly done: string; readonly mails: number }

/**
 * Approves a role change that no administrator can decide.
 * @throws Error with a sentence for the operator
 */
export function approveRole(deps: Deps, typed: string): Promise<RoleGiven> {
  const clock = frozenAt(deps.clock)
  return inTransaction(deps.database, async (tx) => {
    const row = await operatorsOwn(tx, clock, typed.trim())
    // The asker invites.
    const asker = { user_id: row.asked_by, user_name: row.asked_by_name }
    const { context, finish } = openOperator(
      { tx, clock },
      row.business_id,
      'request.role_change.approve',
      asker,
    )
    const user_id = await giveRights(context, row, null)
    await finish()
    const what = whatOf(row)
    await writeSecurityEvent(tx, clock, {
      kind: 'role_approved',
      outcome: 'ok',
      user_id,
      business_id: row.business_id,
      says: `By the operator: ${what}`,
    })
    const says = `The operator of this installation approved a role of ${row.name} (${row.email}): ${what}. ${row.asked_by_name} asked for it.`
    const mails = await mailAdministrators({ tx, clock }, says, user_id === null ? null : { id: user_id })
    return { done: `${row.name} (${row.email}): ${what}`, mails }
  })
}

function whatOf({ kind, new_email, roles }: LockedRoleChange): string {
  if (kind === 'address') return `Signs in with ${new_email ?? ''}`
  if (kind === 'factors') return 'Second factors reset after 24 hours'
  return roles.map(labelOf).join(', ') || 'Active again'
}

/** @throws Error for one that is over, or that somebody else can decide */
async function operatorsOwn(tx: Tx, clock: Clock, id: string): Promise<LockedRoleChange> {
  const row = isUuid(id) ? await lockRoleChange(tx, id, clock.now()).catch(unlessUnknown) : null
  if (row === null) throw new Error(`There is no role change "${id}". The page People shows the id.`)
  if (row.status !== 'pending')
    throw new Error(`This role change is already ${row.status}. Nothing was changed.`)
  if (row.waits_for !== 'operator')
    throw new Error('An administrator decides this under People. Nothing was changed.')
  return row
}

function unlessUnknown(error: unknown): null {
  if (isStintError(error) && error.code === 'not_found') return null
  throw error
}
