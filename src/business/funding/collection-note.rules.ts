/** What of an agency's collection notes is recovered: oldest first, from the payment that stands behind them. */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isZero, minOf, sub, sum } from '#kernel/money.ts'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'

/** `amount`: less what was cured of it. */
type OpenNote = { readonly id: string; readonly amount: Money }

/**
 * Recovered by note, in their order. `unmatched` is what of the payment stands against nothing: that much the agency
 * still owes (decision 0013), so that notes and books cannot tell two stories.
 */
export function recoveredOf(
  currency: CurrencyCode,
  notes: readonly OpenNote[],
  unmatched: Money,
): { id: string; recovered_amount: Money; is_closed: boolean }[] {
  const total = sum(
    currency,
    notes.map((note) => note.amount),
  )
  let recovered = sub(total, minOf(unmatched, total))
  return notes.map(({ id, amount }) => {
    const part = minOf(recovered, amount)
    recovered = sub(recovered, part)
    return { id, recovered_amount: part, is_closed: isZero(sub(amount, part)) }
  })
}

type NoteFacts = {
  readonly human_id: string
  readonly source: 'reversal' | 'manual' | 'disallowance'
  readonly status: 'open' | 'closed' | 'cancelled'
  readonly has_recovered: boolean
}

function cancel(note: NoteFacts, viewer: Pick<Viewer, 'category' | 'roles'>): true | string {
  if (!isOneOf(viewer, { provider: provider_staff })) return errorText.not_allowed
  if (note.source === 'disallowance')
    return `${note.human_id} follows from debt that is disallowed: it ends when the debt is cured or the agency has paid`
  if (note.source !== 'manual')
    return `${note.human_id} follows from money that went back: it ends when the client pays or the agency has`
  if (note.status !== 'open') return `${note.human_id} is ${note.status} and cannot be cancelled`
  return note.has_recovered ? `Part of ${note.human_id} is recovered already` : true
}

function send(
  note: Pick<NoteFacts, 'human_id' | 'status'>,
  viewer: Pick<Viewer, 'category' | 'roles'>,
): true | string {
  if (!isOneOf(viewer, { provider: provider_staff })) return errorText.not_allowed
  return note.status === 'cancelled' ? `${note.human_id} is cancelled and cannot be sent` : true
}

/** True, or the reason that the user reads. */
export const can = { cancel, send }
