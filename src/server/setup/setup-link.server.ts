/** The set-up link: it works once, and its first browser owns the set-up. */
import type { Clock } from '#kernel/clock.ts'
import { StintError } from '#kernel/errors.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { newToken } from '../auth/auth-cookie.ts'
import { linkHash, newLinkToken } from '../auth/auth-link-token.ts'
import type { Tx } from '../verb.ts'

export const SETUP_LINK_MINUTES = 60
const over = 'This link is no longer valid. Open the newest one that the server printed.'
/** Long enough to ask for bank details; another link replaces the browser at any time. */
export const SETUP_BROWSER_SECONDS = 24 * 60 * 60

/** Makes a link and ends the one before. @returns its token; null when nothing is left to set up */
export async function newSetupToken(tx: Tx, clock: Clock): Promise<string | null> {
  const { token, hash } = newLinkToken()
  const changed = await tx.run(
    `update platform.installation set setup_token_hash = $1, setup_token_expires_at = $2
     where setup_completed_at is null and not is_demo`,
    [hash, instantFromMs(toMs(clock.now()) + SETUP_LINK_MINUTES * 60_000)],
  )
  return changed === 0 ? null : token
}

/**
 * Ends the link and gives the set-up to a browser.
 * @returns the browser's secret, for its cookie
 * @throws notFound for an unknown, used or late link
 */
export async function beginSetup(tx: Tx, clock: Clock, token: string): Promise<string> {
  const browser = newToken()
  const now = clock.now()
  const changed = await tx.run(
    `update platform.installation set setup_token_hash = null, setup_token_expires_at = null,
       setup_browser_hash = $3, setup_browser_expires_at = $4
     where setup_token_hash = $1 and setup_token_expires_at > $2 and setup_completed_at is null`,
    [linkHash(token), now, linkHash(browser), instantFromMs(toMs(now) + SETUP_BROWSER_SECONDS * 1000)],
  )
  if (changed === 0) throw new StintError('not_found', over)
  return browser
}

/** Whether the set-up belongs to the browser with this secret. */
export async function ownsSetup(tx: Tx, clock: Clock, browser: string | null): Promise<boolean> {
  if (browser === null) return false
  const row = await tx.row<{ is_owner: boolean }>(
    `select true as is_owner from platform.installation
     where setup_browser_hash = $1 and setup_browser_expires_at > $2 and setup_completed_at is null`,
    [linkHash(browser), clock.now()],
  )
  return row?.is_owner ?? false
}

/** The end of the set-up; the step of mail stays for the Installation page. */
export async function endSetup(tx: Tx, clock: Clock): Promise<void> {
  await tx.run(
    `update platform.installation set setup_completed_at = $1, setup_token_hash = null, setup_token_expires_at = null,
       setup_browser_hash = null, setup_browser_expires_at = null,
       setup_steps = jsonb_strip_nulls(jsonb_build_object('mail', setup_steps -> 'mail'))`,
    [clock.now()],
  )
}
