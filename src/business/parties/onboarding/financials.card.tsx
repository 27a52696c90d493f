/** The work that an agency expects of a new client, and the limit that it asks for, beside the approval. */
import { isDay } from '#kernel/day.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import type { Financials } from './financials.rules.ts'

export function FinancialFacts({ financials }: { financials: Financials }) {
  const { currency = 'GBP', credit_limit_amount: limit, average_client_rate: rate } = financials
  const amount = (text: string | undefined) => (text ? amountText(text, currency) : null)
  const day = (text: string | undefined) => (text && isDay(text) ? dayText(text) : null)
  return (
    <section aria-label="Financials" className="border-t border-n6 pt-2">
      <PropertiesTable
        items={[
          { label: 'Temp placements expected', value: financials.temp_placement_count ?? null },
          { label: 'Perm placements expected', value: financials.perm_placement_count ?? null },
          { label: 'Average client rate an hour', value: amount(rate) },
          { label: 'Credit limit asked for', value: amount(limit) },
          { label: 'Limit from', value: day(financials.valid_from) },
          { label: 'Limit until', value: day(financials.valid_to) },
        ].filter(({ value }) => value !== null)}
      />
    </section>
  )
}
