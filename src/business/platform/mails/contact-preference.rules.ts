/** How a person wishes to be reached about records (decision 0223). Mails of tasks follow the person's own choice. Pure. */

export const reach_ways = [
  { value: 'any', label: 'Any way' },
  { value: 'email', label: 'Email' },
  { value: 'telephone', label: 'Telephone' },
] as const
export type ReachWay = (typeof reach_ways)[number]['value']

type Reached = { readonly reach_by: ReachWay }

export const takesMail = ({ reach_by }: Reached): boolean => reach_by !== 'telephone'
export const takesMessages = ({ reach_by }: Reached): boolean => reach_by !== 'email'

/** The people to write to: those who prefer the telephone only where nobody else can be written to. */
export function mailed<P extends Reached>(people: readonly P[]): readonly P[] {
  const willing = people.filter(takesMail)
  return willing.length > 0 ? willing : people
}

export const messageRefusal = (name: string): string => `${name} wishes to be reached by email`

export const mailRefusal = (addresses: readonly string[]): string =>
  `They wish to be reached by telephone: ${addresses.join(', ')}. Tick to send all the same.`
