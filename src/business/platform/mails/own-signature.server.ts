import type { VerbContext } from '#server/verb.ts'
import type { Signing } from './communication.rules.ts'

/** How the viewer signs the mails that they write. */
export async function signingOf({ tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>): Promise<Signing> {
  const row = await tx.row<{ mail_signature: string }>(
    'select mail_signature from platform."user" where id = $1',
    [viewer.user_id],
  )
  const { user_name, business_name } = viewer
  return { user_name, business_name, mail_signature: row?.mail_signature ?? '' }
}
