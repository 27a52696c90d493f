import { createContext, useContext } from 'react'
import type { Category, Role, Viewer } from '#entity/access.ts'
import type { SessionBusiness, SessionFacts } from '#entity/session-facts.ts'

export interface ActingBusiness {
  readonly business_contact_id: string
  readonly business_id: string
  readonly business_name: string
  readonly business_type: string
  readonly category: Category
  readonly roles: readonly Role[]
}

/** The auth context of spec §3, as `GET /api/auth/session` answers it. */
export interface Session extends SessionFacts {
  readonly business: SessionBusiness & { readonly logo_url?: string | null }
  readonly category: Category
  readonly roles: readonly Role[]
  readonly businesses: readonly ActingBusiness[]
}

/** Query key of the session. */
export const session_key = ['session'] as const

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

/** The signed-in session. Only pages inside the shell may ask. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This page was opened outside a session')
  return session
}

/** The signed-in user as the rules of the business know them. */
export function useViewer(): Pick<Viewer, 'category' | 'roles' | 'user_id' | 'business_id'> {
  const { category, roles, user, business } = useSession()
  return { category, roles, user_id: user.id, business_id: business.id }
}

export function hasRole(session: Session, roles: readonly Role[]): boolean {
  return session.roles.some((role) => roles.includes(role))
}
