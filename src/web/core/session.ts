import { createContext, useContext } from 'react'
import type { Category, Role, Viewer } from '#entity/access.ts'
import type { MenuEntry } from '#entity/screen-facts.ts'
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
  readonly user: {
    readonly id: string
    readonly name: string
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly contact_phone: string | null
    readonly mail_signature: string
    readonly preferences: Readonly<Record<string, unknown>>
  }
  readonly business: SessionBusiness & { readonly logo_url?: string | null }
  readonly category: Category
  readonly business_contact_id: string
  readonly roles: readonly Role[]
  readonly features: readonly string[]
  readonly impersonator_user_id: string | null
  /** Of a session that acts as somebody else. */
  readonly impersonation: {
    readonly id: string
    readonly impersonator_name: string
    readonly reason: string
    readonly seconds_left: number
  } | null
  /** The people as whom this user acts now, in any browser. */
  readonly impersonated_users: readonly {
    readonly id: string
    readonly user_id: string
    readonly name: string
    readonly business_name: string
  }[]
  /** Opens this user's typed values on a device (base64); null while somebody else acts as the user. */
  readonly device_key: string | null
  /** Action codes of the user for row actions (spec §2). */
  readonly allowed_actions: readonly string[]
  /** Verbs that this session does on no record; of a session that acts as somebody else. */
  readonly refused_actions: readonly string[]
  /** In the order of the menu. */
  readonly menu: readonly MenuEntry[]
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
