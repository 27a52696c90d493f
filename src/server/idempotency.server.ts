import type { Viewer } from '#entity/access.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { canonicalJson, sha256 } from './audit-chain.ts'
import type { Tx } from './verb.ts'

const KEY_LENGTH_MAX = 200

export type Claim = { readonly repeated: false } | { readonly repeated: true; readonly answer: unknown }

/** @throws `invalid` for a key that cannot be kept */
export function checkKey(key: string): void {
  if (key.length < 1) throw invalid({ idempotency_key: validationText.required })
  if (key.length > KEY_LENGTH_MAX)
    throw invalid({ idempotency_key: validationText.max_length(KEY_LENGTH_MAX) })
}

/**
 * Hash of the request, its viewer and roles: the same key with anything else is a conflict. An answer may hold bank
 * accounts, so a viewer who lost the role must not get it again.
 */
export function inputHash(viewer: Viewer, action_id: string, raw: unknown): string {
  const { business_contact_id } = viewer
  const roles = viewer.roles.toSorted()
  return sha256(canonicalJson({ action_id, business_contact_id, roles, input: raw ?? null }))
}

/**
 * Takes the key for this transaction. A parallel duplicate waits on the unique key until the first commits, and gets
 * its answer; after a rollback it goes ahead.
 * @throws `conflict` when the key was used for another request
 */
export async function claimKey(
  tx: Tx,
  viewer: Viewer,
  key: string,
  action_id: string,
  input_hash: string,
): Promise<Claim> {
  const inserted = await tx.run(
    `insert into platform.idempotency (user_id, key, action_id, input_hash) values ($1, $2, $3, $4)
     on conflict (user_id, key) do nothing`,
    [viewer.user_id, key, action_id, input_hash],
  )
  if (inserted === 1) return { repeated: false }
  const first = await tx.row<{ input_hash: string; answer: unknown }>(
    'select input_hash, answer from platform.idempotency where user_id = $1 and key = $2',
    [viewer.user_id, key],
  )
  if (first?.input_hash !== input_hash) throw conflict(errorText.idempotency_conflict)
  return { repeated: true, answer: first.answer }
}

/** @returns the answer as every repeat will get it */
export async function keepAnswer(tx: Tx, viewer: Viewer, key: string, answer: unknown): Promise<unknown> {
  const row = await tx.row<{ answer: unknown }>(
    'update platform.idempotency set answer = $3::jsonb where user_id = $1 and key = $2 returning answer',
    [viewer.user_id, key, JSON.stringify(answer)],
  )
  return row?.answer
}
