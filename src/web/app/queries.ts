import { QueryClient } from '@tanstack/react-query'
import { CallError, call, whenSignedOut } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import { session_key } from '#web/core/session.ts'
import { clearMessages } from '#web/ui/messages.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Our own server may be reachable where the browser believes to be offline; connection.ts says what is so.
      networkMode: 'always',
      // A refusal stays a refusal; only a lost connection is worth another try.
      retry: (failures, error) => failures < 2 && error instanceof CallError && error.code === 'lost',
      refetchOnWindowFocus: true,
    },
  },
})

/** The session, or null when nobody is signed in. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    const session = await call<Session | null>('/api/auth/session', undefined, signal)
    return session && 'user' in session ? session : null
  } catch (error) {
    if (error instanceof CallError && error.code === 'signed_out') return null
    throw error
  }
}

whenSignedOut(() => {
  if (queries.getQueryData(session_key)) queries.setQueryData(session_key, null)
})

/** Spec §4: sign-out clears the local session, stored data and all auth state, and sends a logout call. */
export async function signOut(): Promise<void> {
  try {
    await call('/api/auth/logout')
  } finally {
    wipeLocalData()
    location.assign('/auth/login')
  }
}

/** The theme is the device's, not the user's: it stays. */
export function wipeLocalData(): void {
  const theme = localStorage.getItem('stint.theme')
  localStorage.clear()
  sessionStorage.clear()
  if (theme) localStorage.setItem('stint.theme', theme)
  clearMessages()
  // The session itself is watched by the root of the page: it is read again, not forgotten.
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== session_key[0] })
}

/** Acts for another business of the same user: everything read so far belonged to the other one. */
export async function switchBusiness(business_contact_id: string): Promise<void> {
  await call('/api/auth/switch', { business_contact_id })
  queries.clear()
  location.assign('/')
}
