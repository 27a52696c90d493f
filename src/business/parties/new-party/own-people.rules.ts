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
