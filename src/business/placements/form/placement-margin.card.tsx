/** The margin of the typed rates, as they are typed. */

import { countText } from '#kernel/count-text.ts'
import { currencyOrGbp, displayMoney } from '#kernel/money.ts'
import { formatPercent, type Percent4, percent } from '#kernel/rate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import type { FeeRule } from '../../invoices/fee.rules.ts'
import type { PayPeriod } from '../../rates/employer-insurance.rules.ts'
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
  paid_by,
  whole,
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
  paid_by: PayPeriod | null
  /** Units and working days of the placement, where its days are typed. */
  whole: { readonly units: string; readonly days: number } | null
}) {
  const work = rate ? typedWork({ ...rate, units }) : null
  if (!rate || !work) return null
  const code = currencyOrGbp(currency)
  const terms = { vat_rate: percent(has_vat ? standard_vat : '0'), currency: code, fee, paid_by }
  const m = marginOf({ ...work, ...terms })
  const work_in_all = whole && typedWork({ ...rate, units: whole.units })
  const in_all = work_in_all && marginOf({ ...work_in_all, ...terms, fee: null, paid_by: null })
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
          ...(m.fee ? [{ label: 'Fee', value: displayMoney(m.fee) }] : []),
          ...(m.employer
            ? [{ label: 'Employer National Insurance, estimate', value: displayMoney(m.employer) }]
            : []),
          ...(m.left
            ? [{ label: 'Left', value: `${displayMoney(m.left)}${shareText(m.left_of_charge)}` }]
            : []),
          ...(in_all && whole
            ? [
                {
                  label: `Charge of ${countText(whole.days, 'working day')}`,
                  value: displayMoney(in_all.charge),
                },
                { label: 'Their margin before fee', value: displayMoney(in_all.margin) },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
