/** An agency never approves its own work as its client: its people and its domain are no client's. Pure. */

export const own_people_text = "A client's approver cannot be one of your own people"

/** `www.larch.example` and `https://larch.example/team` are one domain; null: not an address of the web. */
export function domainOf(website: string | null): string | null {
  const host =
    website === null ? null : URL.parse(website.includes('://') ? website : `https://${website}`)?.hostname
  return host ? host.toLowerCase().replace(/^www\./, '') : null
}

/** Is the address at this domain, or below it? */
export function isAtDomain(email: string, domain: string | null): boolean {
  const host = email.split('@').at(-1)?.trim().toLowerCase() ?? ''
  return domain !== null && (host === domain || host.endsWith(`.${domain}`))
}

/** Mail providers, and names that belong to nobody (RFC 2606): one of these is no sign. */
const shared_domains: ReadonlySet<string> = new Set([
  'aol.com',
  'btinternet.com',
  'example.com',
  'example.net',
  'example.org',
  'gmail.com',
  'gmx.co.uk',
  'gmx.com',
  'googlemail.com',
  'hotmail.co.uk',
  'hotmail.com',
  'icloud.com',
  'live.co.uk',
  'live.com',
  'mac.com',
  'mail.com',
  'me.com',
  'msn.com',
  'ntlworld.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'sky.com',
  'talktalk.net',
  'virginmedia.com',
  'yahoo.co.uk',
  'yahoo.com',
])

export const isSharedDomain = (domain: string): boolean => shared_domains.has(domain)

export const mailDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Of the agency itself: a colleague, at the domain of its website, or at a colleague's that no mail provider shares. */
export function isOwnAddress(
  email: string,
  { website, colleagues }: { readonly website: string | null; readonly colleagues: readonly string[] },
): boolean {
  const domain = mailDomainOf(email)
  return (
    colleagues.some((one) => one.toLowerCase() === email.toLowerCase()) ||
    isAtDomain(email, domainOf(website)) ||
    (!isSharedDomain(domain) && colleagues.some((one) => mailDomainOf(one) === domain))
  )
}
