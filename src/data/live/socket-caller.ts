/** The caller of a live connection: a session by its cookie, or a program by the token in its first message. */
import type { Viewer } from '#entity/access.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { bearerOf } from '#server/machine/machines.server.ts'
import { SESSION_TOKEN_MARK, type SignedIn } from '#server/viewer-read.server.ts'

export type Caller = Pick<SignedIn, 'viewer' | 'ends_at'>

/** Programs cannot always set headers of the upgrade, so they name theirs in the first message. */
export function bearerIn(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('headers' in payload)) return null
  const { headers } = payload
  if (typeof headers !== 'object' || headers === null) return null
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? []
  return bearerOf(value)
}

/** Another business or role is another viewer; a program that its person makes changes nothing here. */
export const claimsOf = (viewer: Viewer): string => JSON.stringify({ ...viewer, same_person_ids: [] })

/** Reads a caller as of now; null when it is over. */
export async function readCaller(
  { machines, sessionOfToken }: Pick<HttpContext, 'machines' | 'sessionOfToken'>,
  opened: { readonly token: string | null; readonly bearer: string | null; readonly ip: string },
): Promise<Caller | null> {
  const isSession = opened.bearer?.startsWith(SESSION_TOKEN_MARK) ?? false
  if (opened.bearer !== null && !isSession) {
    const program = await machines.look(opened.bearer, opened.ip)
    return program && { viewer: program.viewer, ends_at: program.expires_at }
  }
  const text = opened.bearer ?? opened.token
  return text === null ? null : sessionOfToken(text)
}
