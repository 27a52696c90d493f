/** Recovery codes: they replace a lost second factor, once each. */
import { randomInt } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type DataKeySettings, macsOf } from '../data-key.ts'
import type { Tx } from '../verb.ts'

const CODES = 10
const LETTERS = 10
/** Crockford's letters: without I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const newCode = (): string =>
  Array.from({ length: LETTERS }, () => alphabet[randomInt(alphabet.length)]).join('')

/** `abcde-fghjk` as it was made; letters that look like digits are digits. */
export const plainCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** The codes' key lives outside of the database: ten letters alone could be found by trying. */
const hashesOf = (settings: DataKeySettings, user_id: string, code: string): readonly Buffer[] =>
  macsOf(settings, `recovery code ${user_id} ${code}`)

type Within = { readonly tx: Tx; readonly clock: Clock }

/** Replaces all codes of a user. @returns them, to be shown once */
export async function newRecoveryCodes(
  { tx, clock }: Within,
  settings: DataKeySettings,
  user_id: string,
): Promise<readonly string[]> {
  await tx.run('delete from auth.recovery_code where user_id = $1', [user_id])
  const codes = Array.from({ length: CODES }, newCode)
  for (const code of codes)
    await tx.run(
      'insert into auth.recovery_code (id, user_id, code_hash, created_at) values ($1, $2, $3, $4)',
      [newUuid(clock), user_id, hashesOf(settings, user_id, code)[0], clock.now()],
    )
  return codes.map(shownCode)
}

/** Uses a code up. @returns how many are left; null for a wrong or used one */
export async function takeRecoveryCode(
  tx: Tx,
  settings: DataKeySettings,
  user_id: string,
  typed: string,
): Promise<number | null> {
  const hashes = hashesOf(settings, user_id, plainCode(typed))
  const used = await tx.run('delete from auth.recovery_code where user_id = $1 and code_hash = any($2)', [
    user_id,
    hashes,
  ])
  return used === 0 ? null : recoveryCodesLeft(tx, user_id)
}

export async function recoveryCodesLeft(tx: Tx, user_id: string): Promise<number> {
  const row = await tx.row<{ left: number }>(
    'select count(*)::int as left from auth.recovery_code where user_id = $1',
    [user_id],
  )
  return row?.left ?? 0
}
