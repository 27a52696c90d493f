import { QueryClient } from '@tanstack/react-query'
import type { FailureCode } from '#kernel/error-help.ts'
import { CallError, call, whenActing, whenSignedOut } from '#web/core/call.ts'
import { install_key } from '#web/core/install.ts'
import { whenLiveEnded } from '#web/core/live.ts'
import type { Session } from '#web/core/session.ts'
import { session_key } from '#web/core/session.ts'
import { wipeDevice } from '#web/drafts/device.ts'
import { clearMessages } from '#web/ui/recent-messages.ts'

const retries: Partial<Record<FailureCode, number>> = { lost: 2, too_many: 5, unavailable: 2 }
/** A page waits out a short pause; of a longer one, such as a used-up day, it tells at once. */
const PAUSE_MOST_S = 60

/** A lost connection and a busy server are asked again, after longer and longer pauses; a refusal is not. */
export function isAskedAgain(failures: number, error: unknown): boolean {
  if (!(error instanceof CallError) || (error.wait_s ?? 0) > PAUSE_MOST_S) return false
  return failures < (retries[error.code] ?? 0)
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The browser may be wrong about being offline; connection.ts knows.
      networkMode: 'always',
      retry: isAskedAgain,
      refetchOnWindowFocus: true,
    },
  },
})

let is_leaving = false
/** Starts the page again, and shows nothing of the other session meanwhile. */
function leaveOnce(): Promise<never> {
  if (!is_leaving) location.assign('/')
  is_leaving = true
  return new Promise<never>(() => undefined)
}

/** The session, or null when nobody is signed in. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    await finishSignOut()
    const session = await call<Session | null>('/api/auth/session', undefined, signal)
    if (!session || !('user' in session)) return null
    whenActing(session.impersonator_user_id !== null)
    const before = queries.getQueryData<Session | null>(session_key)
    // Acting began or ended, or another tab acts for another business: nothing that was read for the one before stays.
    if (before && (before.user.id !== session.user.id || before.business.id !== session.business.id))
      return leaveOnce()
    return session
  } catch (error) {
    if (error instanceof CallError && error.code === 'signed_out') return null
    throw error
  }
}

/** Drops all rows that the session read. The root watches the session itself, so it is read again instead of removed. */
function dropReadData(): void {
  clearMessages()
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== session_key[0] })
}

/** A session that ended elsewhere leaves nothing that it read in this tab; typed values stay on the device. */
export function forgetSession(): void {
  if (!queries.getQueryData(session_key)) return
  queries.setQueryData(session_key, null)
  dropReadData()
}

whenSignedOut(forgetSession)
// Reads the session again: it has ended, or acts for another business since.
whenLiveEnded(() => void queries.invalidateQueries({ queryKey: session_key }))

/** Set while a sign-out has not reached the server: the next page ends the session before anything else. */
const leaving = 'stint.leaving'

/** Spec §4: sign-out clears the local session, stored data and all auth state, and sends a logout call. */
export async function signOut(): Promise<void> {
  const session = queries.getQueryData<Session | null>(session_key)
  const isLeft = await call('/api/auth/logout').then(
    () => true,
    () => false,
  )
  wipeLocalData()
  if (!isLeft) localStorage.setItem(leaving, 'yes')
  if (session) await wipeDevice(session.user.id).catch(() => undefined)
  location.assign('/auth/login')
}

async function finishSignOut(): Promise<void> {
  if (localStorage.getItem(leaving) === null) return
  await call('/api/auth/logout')
  localStorage.removeItem(leaving)
}

/** These are the device's, not the user's: they stay. */
const of_device = ['stint.theme', install_key]

export function wipeLocalData(): void {
  const kept = of_device.map((key) => [key, localStorage.getItem(key)] as const)
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of kept) if (value) localStorage.setItem(key, value)
  dropReadData()
}

/** Acts for another business of the user and drops everything read for the previous one. */
export async function switchBusiness(business_contact_id: string): Promise<void> {
  await call('/api/auth/switch', { business_contact_id })
  queries.clear()
  location.assign('/')
}
