/** The kinds of notification with mails that a person chooses. Pure. */
import type { Category } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { kind_names, kindFacts, type NotificationKindName } from '../platform/notification-kinds.rules.ts'

/** Kinds that people of the category get, without loose messages. */
export const chosenBy = (category: Category): NotificationKindName[] =>
  kind_names.filter((kind) => kind !== 'message' && kindFacts(kind)?.for.includes(category) === true)

export function canChoose(kind: NotificationKindName): Verdict {
  const facts = kindFacts(kind)
  if (facts?.is_security) return refuse('not_allowed', 'Security messages cannot be switched off')
  if (facts?.own_mail && !facts.can_choose) return refuse('not_allowed', 'This mail is always sent at once')
  return true
}
