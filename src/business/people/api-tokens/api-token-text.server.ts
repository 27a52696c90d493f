/** The text of an API token: its mark, 43 random letters, and a checksum against typing faults and guesses. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const MARKS = { live: 'stint_live_', test: 'stint_test_' } as const
const SECRET_BYTES = 32
const TEXT = /^stint_(?:live|test)_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/
const PREFIX_LETTERS = 8
const SUM_LETTERS = 8

const sumOf = (text: string): string => crc32(text).toString(16).padStart(SUM_LETTERS, '0')

/** Demo installations mark their tokens, so that nobody takes one for real. */
export function tokenText(kind: keyof typeof MARKS, secret: string): string {
  const text = `${MARKS[kind]}${secret}`
  return `${text}${sumOf(text)}`
}

export const newApiToken = (kind: keyof typeof MARKS): string =>
  tokenText(kind, randomBytes(SECRET_BYTES).toString('base64url'))

/** Could this be a token of ours? Its checksum is tested, the database is not asked. */
export const isTokenText = (text: string): boolean =>
  TEXT.test(text) && sumOf(text.slice(0, -SUM_LETTERS)) === text.slice(-SUM_LETTERS)

/** The only part that is shown again. */
export const tokenPrefix = (text: string): string => text.slice(MARKS.live.length).slice(0, PREFIX_LETTERS)

export const tokenHash = (text: string): Buffer => createHash('sha256').update(text).digest()
