/** The kinds of notification with mails that a person chooses. Pure. */
import type { Category } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { kind_names, kindFacts, type NotificationKindName } from '../platform/notification-kinds.rules.ts'

/** Kinds that people of the category get, without loose messages. */
export const chosenBy = (category: Category): NotificationKindName[] =>
  kind_names.filter((kind) => kind !== 'message' && kindFacts(kind)?.for.includes(category) === true)

/** The mail of several kinds, in links that end it. */
export const DIGEST = 'digest'

/**
 * The kinds that a link switches off: its own, or for the digest all that come with it.
 * @param chosen the person's choices by kind
 */
export const endedBy = (
  kind: string,
  category: Category,
  chosen: ReadonlyMap<string, string>,
): NotificationKindName[] =>
  chosenBy(category).filter(
    (name) =>
      canChoose(name) === true &&
      (kind === DIGEST ? (chosen.get(name) ?? kindFacts(name)?.mail) === 'daily' : kind === name),
  )

export function canChoose(kind: NotificationKindName): Verdict {
  const facts = kindFacts(kind)
  if (facts?.is_security) return refuse('not_allowed', 'Security messages cannot be switched off')
  if (facts?.own_mail && !facts.can_choose) return refuse('not_allowed', 'This mail is always sent at once')
  return true
}
