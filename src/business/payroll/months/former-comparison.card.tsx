/** The months of the payroll before, beside the figures to date of its employments. */
import { ComparisonTable } from '../figures/comparison-table.card.tsx'

export interface FormerLine {
  readonly name: string
  readonly by_months: string
  readonly by_employments: string
  readonly difference: string
  readonly sentence: string
}

export function FormerComparison({ lines }: { readonly lines: readonly FormerLine[] }) {
  return (
    <ComparisonTable
      title="Payroll before, compared"
      heads={['Its months', 'Employments taken over']}
      lines={lines.map(({ name, by_months, by_employments, difference, sentence }) => ({
        name,
        figures: [by_months, by_employments],
        difference,
        strong: true,
        why: sentence,
      }))}
    />
  )
}
