/** The mail domains of a client: its people have addresses there. Pure. */
import { validationText } from '#kernel/messages.ts'
import { isAtDomain } from './own-people.rules.ts'

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** `@Harbour.example, homes.example` → both, in lower case. */
export const domainsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^@/, ''))
      .filter((one) => one !== ''),
  ),
]

export const isDomain = (text: string): boolean => DOMAIN.test(text)

/** The fault of typed domains; null without one. */
export const domainsFault = (typed: string): string | null =>
  domainsIn(typed).every(isDomain) ? null : validationText.matches

/** No address is outside while no domain is known. */
export const isOutside = (email: string, domains: readonly string[]): boolean =>
  domains.length > 0 && !domains.some((domain) => isAtDomain(email, domain))

type Business = {
  readonly type: string
  readonly email_domains: readonly string[]
  readonly are_domains_confirmed: boolean
}

/** Must the provider check a new contact that this category entered? */
export const waitsForCheck = (category: string, { type, ...of }: Business, email: string): boolean =>
  category === 'agency' &&
  type === 'client' &&
  !(of.are_domains_confirmed && of.email_domains.some((domain) => isAtDomain(email, domain)))
