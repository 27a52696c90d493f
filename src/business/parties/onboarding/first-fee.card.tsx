/** The first fee rule of a new agency, beside its approval. */
import { isDay } from '#kernel/day.ts'
import { dayText } from '#web/kinds/time.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import type { FirstFee } from './first-fee.rules.ts'

export function FirstFeeFacts({ fee }: { fee: FirstFee }) {
  const { fee_rule_type: type, fee_rule_value: value, fee_rule_base: base, fee_rule_from: from } = fee
  const is_fixed = type === 'fixed'
  return (
    <section aria-label="First fee rule" className="border-t border-n6 pt-2">
      <PropertiesTable
        items={[
          { label: 'Service fee of temp placements', value: is_fixed ? value : `${value} %` },
          { label: 'Of', value: is_fixed ? 'Each timesheet' : base === 'net' ? 'Net' : 'Gross' },
          { label: 'Effective from', value: from && isDay(from) ? dayText(from) : 'The approval' },
        ]}
      />
    </section>
  )
}
