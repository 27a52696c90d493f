/** May the program of a token do this action? Asked at every way into a verb, so that jobs and imports add no right. */
import { namesAction } from '#business/people/api-tokens/api-token.rules.ts'
import type { TokenScope } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { AnyVerb } from './verb.ts'

export function canByToken(
  { action_id, machine, is_reading }: Pick<AnyVerb, 'action_id' | 'machine' | 'is_reading'>,
  { actions, is_read_only }: TokenScope,
): Verdict {
  if (machine === 'refused') return refuse('not_allowed', errorText.needs_person)
  if (is_read_only && !is_reading) return refuse('not_allowed', 'This token only reads')
  return (
    actions.some((pattern) => namesAction(pattern, action_id)) ||
    refuse('not_allowed', 'This token may not do this action')
  )
}
