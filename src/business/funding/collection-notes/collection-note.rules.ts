/** The recovered amounts of an agency's collection notes: oldest first, from the payment behind them. */
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isZero, minOf, sub, sum } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'

/** `amount`: less its cured part. */
type OpenNote = { readonly id: string; readonly amount: Money }

/**
 * Recovered amounts by note, in their order. `unmatched` is the unmatched part of the payment: the agency's open debt
 * (decision 0013), so that notes and books agree.
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
  readonly has_recovered?: boolean
}

function isByHand({ human_id, source }: NoteFacts): Verdict {
  if (source === 'manual') return true
  return refuse(
    'precondition',
    source === 'disallowance'
      ? `${human_id} follows from debt that is disallowed: it ends when the debt is cured or the agency has paid`
      : `${human_id} follows from money that went back: it ends when the client pays or the agency has`,
  )
}

const by = { provider: provider_staff } as const

export const { can } = transitions<'cancel' | 'send', NoteFacts>(
  { name: ({ human_id }) => human_id },
  {
    cancel: {
      from: ['open'],
      to: 'cancelled',
      by,
      done: 'cancelled',
      before: isByHand,
      refuse: ({ human_id, has_recovered }) =>
        !has_recovered || refuse('precondition', `Part of ${human_id} is recovered already`),
    },
    send: { from: ['open', 'closed'], to: null, by, done: 'sent' },
  },
)
