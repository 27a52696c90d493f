/** The margin of the typed rates, as they are typed. */
import { currencyOrGbp, displayMoney } from '#kernel/money.ts'
import { formatPercent, type Percent4, percent } from '#kernel/rate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import type { FeeRule } from '../../invoices/fee.rules.ts'
import { marginOf, typedWork } from './placement-margin.rules.ts'
import type { TypedRate } from './placement-rates.form.tsx'

const shareText = (share: Percent4 | null) => (share === null ? '' : ` (${formatPercent(share)} of charge)`)

export function PlacementMargin({
  rate,
  units,
  unit_words,
  currency,
  has_vat,
  standard_vat,
  fee,
}: {
  rate: TypedRate | undefined
  units: string
  /** `37.5 hours`. */
  unit_words: string
  currency: string
  has_vat: boolean
  /** Decimal text, percent. */
  standard_vat: string
  fee: FeeRule | null
}) {
  const work = rate ? typedWork({ ...rate, units }) : null
  if (!rate || !work) return null
  const code = currencyOrGbp(currency)
  const m = marginOf({ ...work, vat_rate: percent(has_vat ? standard_vat : '0'), currency: code, fee })
  return (
    <Card title={`Margin of ${unit_words} at ${rate.name || 'this rate'}`}>
      <PropertiesTable
        items={[
          { label: 'Charge', value: displayMoney(m.charge) },
          { label: 'VAT', value: displayMoney(m.vat) },
          { label: 'Pay', value: displayMoney(m.pay) },
          {
            label: 'Margin before fee',
            value: `${displayMoney(m.margin)}${shareText(m.of_charge)}`,
          },
          { label: 'Markup', value: m.markup === null ? null : formatPercent(m.markup) },
          ...(m.fee && m.left
            ? [
                { label: 'Fee', value: displayMoney(m.fee) },
                { label: 'Left', value: `${displayMoney(m.left)}${shareText(m.left_of_charge)}` },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
