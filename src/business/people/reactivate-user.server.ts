import { conflict } from '#kernel/errors.ts'
import { updateRow } from '#server/write-row.server.ts'
import { user } from '../platform/user.entity.ts'
import { endSignIns } from './end-sign-ins.server.ts'
import type { Inviting } from './invite-contact.server.ts'

/** Gives a deactivated person access again. Callers decide access. @throws conflict for an active person */
export async function reactivate({ tx, clock, audit }: Inviting, user_id: string): Promise<void> {
  const inactive = await tx.row(
    `select 1 as one from platform."user" where id = $1 and not is_active for update`,
    [user_id],
  )
  if (!inactive) throw conflict('This person is active already')
  // Nothing of before opens again.
  await endSignIns(tx, user_id)
  await updateRow(tx, user, user_id, {
    is_active: true,
    deactivated_at: null,
    deactivated_by: null,
    updated_at: clock.now(),
  })
  audit({
    entity: 'platform.user',
    entity_id: user_id,
    old_values: { is_active: false },
    new_values: { is_active: true },
  })
}
