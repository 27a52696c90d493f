import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { api_token } from './api-token.entity.ts'

/**
 * The maker of tokens leaves a business, or all of them: its administrators are asked whether each token that still works is
 * needed. Tokens belong to the business and go on until somebody answers.
 */
export async function askTokenReviews(
  { tx, clock, audit }: Pick<VerbContext, 'tx' | 'clock' | 'audit'>,
  maker: { readonly user_id: string; readonly business_id: string | null },
): Promise<void> {
  const review_asked_at = clock.now()
  const made = await tx.rows<{ id: string }>(
    `select id from platform.api_token where created_by = $1 and ($2::uuid is null or business_id = $2)
       and revoked_at is null and expires_at > $3 and review_asked_at is null order by id for update`,
    [maker.user_id, maker.business_id, review_asked_at],
  )
  for (const { id } of made) {
    await updateRow(tx, api_token, id, { review_asked_at, updated_at: review_asked_at })
    audit({
      entity: 'platform.api_token',
      entity_id: id,
      old_values: { review_asked_at: null },
      new_values: { review_asked_at },
    })
  }
}
