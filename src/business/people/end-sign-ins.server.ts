import type { Tx, VerbContext } from '#server/verb.ts'

/**
 * Ends the sessions, sign-ins under way and password links of a person. Sign-ins under way come first: this waits for one
 * that just finishes, and then finds its session.
 */
export async function endSignIns(tx: Tx, user_id: string): Promise<void> {
  await tx.run('delete from auth.challenge where user_id = $1', [user_id])
  await tx.run('delete from auth.password_reset where user_id = $1', [user_id])
  await tx.run('delete from auth.session where "userId" = $1 or impersonator_user_id = $1', [user_id])
}

/** Ends the contact's sessions; those in other businesses go on. Sign-ins under way of all businesses end, too. */
export async function endContactSignIns(
  tx: Tx,
  { id, user_id }: { readonly id: string; readonly user_id: string | null },
): Promise<void> {
  if (user_id !== null) {
    await tx.run('delete from auth.challenge where user_id = $1', [user_id])
    await tx.run('delete from auth.password_reset where user_id = $1', [user_id])
  }
  await tx.run('delete from auth.session where business_contact_id = $1', [id])
}

/** Ends the approval links of a leaver's contacts. The links stay dead when the person comes back. */
export async function endMailedLinks(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  owner: { readonly contact_id: string } | { readonly user_id: string },
): Promise<void> {
  const [column, id] = 'contact_id' in owner ? ['id::text', owner.contact_id] : ['user_id', owner.user_id]
  await tx.run(
    `update auth.magic_token set revoked_at = $2 where revoked_at is null and business_contact_id in
       (select c.id from business.business_contact c where c.${column} = $1)`,
    [id, clock.now()],
  )
}
