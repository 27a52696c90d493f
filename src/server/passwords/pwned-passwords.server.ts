/** Passwords of known breaches at Pwned Passwords, or a server with its ranges. Five letters of a hash leave the server. */
import { createHash } from 'node:crypto'
import type { PwnedPasswords } from './settings-passwords.ts'

const TIMEOUT_MS = 2_000
const PREFIX_LENGTH = 5
const ANSWER_LENGTH_MAX = 1_000_000
/** The rest of a hash, and how often it was found; rows that only hide the length of the answer have 0. */
const row = /^([0-9A-F]{35}):(\d+)$/i

/** Pwned Passwords gave no answer in time, or an unreadable one. The reason is for the log. */
export class RangesDown extends Error {
  override name = 'RangesDown'
}

/**
 * Whether a password is known from a breach. The server gets the first five of 40 letters of its SHA-1.
 * @throws RangesDown
 */
export async function isPwned(
  { url }: NonNullable<PwnedPasswords>,
  password: string,
  timeout_ms = TIMEOUT_MS,
): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()
  const text = await readRange(`${url}/range/${hash.slice(0, PREFIX_LENGTH)}`, timeout_ms)
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const found = row.exec(line.trim())
    return found ? [{ rest: found[1]?.toUpperCase(), count: Number(found[2]) }] : []
  })
  if (rows.length === 0) throw new RangesDown('the answer has another form')
  return rows.some(({ rest, count }) => rest === hash.slice(PREFIX_LENGTH) && count > 0)
}

async function readRange(address: string, timeout_ms: number): Promise<string> {
  try {
    const answer = await fetch(address, {
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    if (answer.status !== 200) throw new RangesDown(`status ${answer.status}`)
    const text = await answer.text()
    if (text.length > ANSWER_LENGTH_MAX) throw new RangesDown('the answer is too long')
    return text
  } catch (error) {
    if (error instanceof RangesDown) throw error
    throw new RangesDown(error instanceof Error ? error.message : String(error))
  }
}
