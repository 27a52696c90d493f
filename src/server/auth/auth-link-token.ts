/** Secrets of links and of the browsers that follow them: 32 random bytes; tables hold their hashes. */
import { createHash } from 'node:crypto'
import { newToken } from './auth-cookie.ts'

/** Longer text is no token of ours. */
export const LINK_TOKEN_MAX = 100

export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export function newLinkToken(): { readonly token: string; readonly hash: Buffer } {
  const token = newToken()
  return { token, hash: linkHash(token) }
}
