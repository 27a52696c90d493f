/** Answers about sessions that the server writes and the pages read. */
import type { Instant } from '#kernel/instant.ts'
import type { MenuEntry } from './screen-facts.ts'

/** A second factor, or the business's own sign-in: without it the session ends then. */
export type RequiredStep = { readonly step: 'second_factor' | 'sso'; readonly from: Instant }

/** The person who is signed in. */
type SessionUser = {
  readonly id: string
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly contact_phone: string | null
  readonly mail_signature: string
  readonly preferences: Readonly<Record<string, unknown>>
}

/** A session that acts as another person. */
type Impersonation = {
  readonly id: string
  readonly impersonator_name: string
  readonly reason: string
  /** By the server's clock; the browser's may differ. */
  readonly seconds_left: number
}

type ImpersonatedUser = {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly business_name: string
}

/** Facts of the auth context (spec §3) that the server writes and the pages read alike. */
export type SessionFacts = {
  readonly user: SessionUser
  readonly business_contact_id: string
  readonly features: readonly string[]
  readonly impersonator_user_id: string | null
  /** Present while the session acts as another person. */
  readonly impersonation: Impersonation | null
  /** The people as whom this user acts now, in any browser (spec §3). */
  readonly impersonated_users: readonly ImpersonatedUser[]
  /** Opens this user's typed values on a device (base64); null while somebody else acts as the user. */
  readonly device_key: string | null
  /** Action codes of the user's row actions (spec §2). */
  readonly allowed_actions: readonly string[]
  /** Verbs that this session does on no record; of a session that acts as somebody else. */
  readonly refused_actions: readonly string[]
  /** In the order of the menu. */
  readonly menu: readonly MenuEntry[]
  /** Open tasks and unread notices. */
  readonly notifications: number
  /** Contacts that handed over to this one and are away today. */
  readonly stands_in_for: readonly string[]
  readonly is_demo: boolean
  readonly support_email: string | null
  /** Address of a help centre; its pages have the paths of ours. */
  readonly help_url: string | null
  /** Without mail the link of an invitation is copied. */
  readonly sends_mail: boolean
  /** Returns to HMRC are sent from here. */
  readonly sends_returns: boolean
  /** Messages on records go to contacts through a messaging service. */
  readonly sends_messages: boolean
  /** VAT numbers are checked at HMRC. */
  readonly checks_vat: boolean
  /** What the business asks of this session's sign-in from a coming moment on. */
  readonly required_steps: readonly RequiredStep[]
  /** True for administrators of the provider while no mail can be sent. */
  readonly lacks_mail: boolean
  /** The product's day, in London. */
  readonly today: string
}

/** The business for which the user acts. */
export type SessionBusiness = {
  readonly id: string
  readonly name: string
  readonly human_id: string
  readonly type: string
  readonly currency_code: string
  /** Support may act as its people. */
  readonly support_access: boolean
}

export type OpenSession = {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly created_at: Instant
  /** To the hour: a session notes its use once an hour. */
  readonly last_seen_at: Instant
  /** The ways of its sign-in: `pwd`, `totp`, … */
  readonly methods: readonly string[]
  readonly business_name: string
  readonly is_current: boolean
}

/** A security event about a person, as that person reads it. */
export type OwnEvent = {
  readonly id: string
  readonly at: Instant
  readonly kind: string
  readonly outcome: string
  /** Equal refusals within a minute are one event. */
  readonly count: number
  /** Another person did it: an administrator, support or a colleague. */
  readonly by_other: boolean
  readonly says: string
  /** Empty where another person or the product itself did it. */
  readonly device: string
  readonly ip: string
}

/** The facts that the page of an invitation shows. */
export type InvitationView = {
  readonly business_name: string
  readonly invited_by: string
  /** The business that the inviter acts for; null where it is the business itself. */
  readonly inviter_business: string | null
  /** A contractor joins for themselves. */
  readonly is_own: boolean
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** `sign_in`: the address has an account, and its person agrees signed in. */
  readonly needs: 'password' | 'sign_in'
  readonly providers: readonly string[]
  /** The business's own provider of accounts by its name, where a new person may join with it. */
  readonly own_provider: string | null
}
