/** The expected work of a new client, and the credit limit that its agency asks for (spec §3, financials). Pure. */

/** Of the agency's limit for a new client, asked for once the client is approved. */
export const NEW_CLIENT_LIMIT_TOPIC = 'new_client_limit'

export const financial_names = [
  'temp_placement_count',
  'perm_placement_count',
  'average_client_rate',
  'credit_limit_amount',
  'valid_from',
  'valid_to',
] as const
type FinancialName = (typeof financial_names)[number]

/** As typed, with the currency of the client; null without any. */
export type Financials = Readonly<Partial<Record<FinancialName | 'currency', string>>>

export function financialsOf(values: Readonly<Record<string, unknown>>): Financials | null {
  const typed = financial_names.flatMap((name) => {
    const one = values[name]
    return typeof one === 'string' && one.trim() !== '' ? [[name, one.trim()] as const] : []
  })
  if (typed.length === 0) return null
  const { currency } = values
  return { ...Object.fromEntries(typed), currency: typeof currency === 'string' ? currency : 'GBP' }
}

/** `3 temp and 1 perm placements, on average 25.00 an hour`; empty without any. */
export function workWords({
  temp_placement_count: temp,
  perm_placement_count: perm,
  average_client_rate: rate,
}: Financials): string {
  const counts = [temp && `${temp} temp`, perm && `${perm} perm`].filter(Boolean).join(' and ')
  return [counts && `${counts} placements`, rate && `on average ${rate} an hour`].filter(Boolean).join(', ')
}
