/** Whether each step of the set-up is done, in words for the Installation page. */
import { countText } from '#kernel/count-text.ts'

export type Check = { readonly state: 'done' | 'open'; readonly says: string }

export type InstallationFacts = {
  /** PUBLIC_URL. */
  readonly public_url: string | null
  readonly accounts: readonly {
    readonly purpose: 'receipt' | 'trust'
    readonly state: 'none' | 'pending' | 'confirmed'
  }[]
  readonly people: {
    /** Can release money, and have joined with a second factor. */
    readonly ready: number
    /** Can release money once they have joined and set their factor up. */
    readonly waiting: number
  }
}

const done = (says: string): Check => ({ state: 'done', says })
const open = (says: string): Check => ({ state: 'open', says })

export function mailCheck(mail: {
  readonly state: 'open' | 'code_sent' | 'done' | 'skipped'
  readonly sends_mail: boolean
}): Check {
  if (!mail.sends_mail) return open('Stint sends no mail.')
  return mail.state === 'done' ? done('Mail is proven.') : open('Nobody has proven that mail arrives.')
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** @param origin of the page that asks */
export function addressCheck(public_url: string | null, origin: string): Check {
  if (public_url === null)
    return loopback.includes(new URL(origin).hostname)
      ? done('Without PUBLIC_URL Stint serves this machine alone.')
      : open(`PUBLIC_URL is not set. Set it to ${origin} and start again.`)
  if (new URL(public_url).origin === origin) return done(`Links in mails begin with ${public_url}.`)
  return open(`Links in mails begin with ${public_url}, and this page is open at ${origin}.`)
}

const account_names = { receipt: 'The account for receipts', trust: 'The trust account' } as const

export function accountsCheck(accounts: InstallationFacts['accounts']): Check {
  const waiting = accounts.filter(({ state }) => state !== 'confirmed')
  if (waiting.length === 0) return done('Both accounts are confirmed.')
  return open(
    waiting
      .map(({ purpose, state }) =>
        state === 'none'
          ? `${account_names[purpose]} is missing.`
          : `${account_names[purpose]} waits for a second person.`,
      )
      .join(' '),
  )
}

const persons = (count: number): string => countText(count, 'person', 'people')

/** Payments need two people: one makes the batch, another reviews and completes it. */
export function peopleCheck({ ready, waiting }: InstallationFacts['people']): Check {
  const also = waiting === 0 ? '' : ` ${persons(waiting)} still to join or to set up a second factor.`
  return ready >= 2
    ? done(`${persons(ready)} can release money.${also}`)
    : open(`Payments need two people, and ${persons(ready)} can release money.${also}`)
}
