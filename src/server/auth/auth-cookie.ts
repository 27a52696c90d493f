/** Our cookies: a value and its signature, so that a stolen table of sessions opens nothing. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type CookieOptions = {
  /** Signs the token; the same for every server of one database. */
  readonly secret: string
  /** PUBLIC_URL is https: the browser must never send the cookie over anything else. */
  readonly secure: boolean
}

/** The session, the browser's device, and the browsers that own a sign-in under way, here or outside, or the set-up. */
export type CookieKind = 'session' | 'device' | 'challenge' | 'oidc' | 'setup'

/** The __Host- prefix keeps sister domains from setting it; it needs https. */
const cookieName = (secure: boolean, kind: CookieKind): string => `${secure ? '__Host-' : ''}stint_${kind}`

export const newToken = (): string => randomBytes(32).toString('base64url')

const signature = (token: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(token).digest()

/** `token.signature`, as the cookie holds it. */
export function signToken(token: string, secret: string): string {
  return `${token}.${signature(token, secret).toString('base64url')}`
}

/** The token, or null when the signature is not ours. */
export function readToken(value: string, secret: string): string | null {
  const [token = '', given = '', ...rest] = value.split('.')
  if (token === '' || rest.length > 0) return null
  const right = signature(token, secret)
  const found = Buffer.from(given, 'base64url')
  return found.length === right.length && timingSafeEqual(found, right) ? token : null
}

/** The value of a Cookie header, the session's token unless another kind is asked for, or null. */
export function tokenOf(
  header: string | undefined,
  options: CookieOptions,
  kind: CookieKind = 'session',
): string | null {
  const name = `${cookieName(options.secure, kind)}=`
  const part = header?.split(/;\s*/).find((one) => one.startsWith(name))
  return part ? readToken(part.slice(name.length), options.secret) : null
}

/** Set-Cookie for this many seconds; 0 clears it. */
export function setCookie(
  value: string,
  seconds: number,
  secure: boolean,
  kind: CookieKind = 'session',
): string {
  const name = cookieName(secure, kind)
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}
