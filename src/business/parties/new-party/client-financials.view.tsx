/** The work that an agency expects of a new client, and the credit limit that it asks for. */
import { type CurrencyCode, currencyOrGbp, formatMoney } from '#kernel/money.ts'
import { type Rate4, rate } from '#kernel/rate.ts'
import type { Values } from '#web/form/fields.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { suggestedLimit } from '../../shared/suggested-limit.rules.ts'

const textOf = (values: Values, name: string) => String(values[name] ?? '').trim()
const currencyIn = (values: Values): CurrencyCode => currencyOrGbp(textOf(values, 'currency'))
const whole = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : 0)

/** Null until it can be read: its fault is shown when the form is sent. */
function rateTyped(text: string): Rate4 | null {
  try {
    return text === '' ? null : rate(text)
  } catch {
    return null
  }
}

/** The limit for the typed work and terms, as a suggestion. */
function SuggestedLimit({ values, set }: { values: Values; set: (changes: Values) => void }) {
  const average_rate = rateTyped(textOf(values, 'average_client_rate'))
  const payment_terms = whole(textOf(values, 'temp_payment_terms'))
  const placements = whole(textOf(values, 'temp_placement_count'))
  const code = currencyIn(values)
  const limit = average_rate && suggestedLimit({ placements, average_rate, payment_terms }, code)
  if (!limit) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-n11">
      This work needs about {amountText(formatMoney(limit), code)}, paid after {payment_terms} days.
      <Button onClick={() => set({ credit_limit_amount: formatMoney(limit) })}>Use it</Button>
    </p>
  )
}

const has_limit = (values: Values) => textOf(values, 'credit_limit_amount') !== ''

export const financialFields = [
  { kind: 'whole', name: 'temp_placement_count', label: 'Temp placements expected', max: 4 },
  { kind: 'whole', name: 'perm_placement_count', label: 'Perm placements expected', max: 4 },
  { kind: 'money', name: 'average_client_rate', label: 'Average client rate an hour', currency: currencyIn },
  {
    kind: 'money',
    name: 'credit_limit_amount',
    label: 'Credit limit to ask for',
    currency: currencyIn,
    hint: 'Asked for once the client is approved. Nothing is funded without a limit.',
  },
  {
    kind: 'custom',
    name: 'suggested_limit',
    label: 'Suggested limit',
    wide: true,
    render: (part: { values: Values; set: (changes: Values) => void }) => <SuggestedLimit {...part} />,
  },
  { kind: 'day', name: 'valid_from', label: 'Limit from', hint: 'Empty: from the approval', when: has_limit },
  { kind: 'day', name: 'valid_to', label: 'Limit until', when: has_limit },
] as const
