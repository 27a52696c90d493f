/** The first funding rule of a new funder, beside its approval. */
import { labelIn } from '#entity/choices.ts'
import { isDay } from '#kernel/day.ts'
import { dayText } from '#web/kinds/time.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { age_bases, type FirstFundingRule } from './first-funding-rule.rules.ts'

export function FirstFundingRuleFacts({ rule }: { rule: FirstFundingRule }) {
  const days = (text: string | undefined) => (text === undefined ? null : `${text} days`)
  const share = (text: string | undefined) => (text === undefined ? null : `${text} %`)
  const { funding_rule_age_basis: basis = 'raised_date', funding_rule_from: from } = rule
  return (
    <section aria-label="First funding rule" className="border-t border-n6 pt-2">
      <PropertiesTable
        items={[
          { label: 'Age limit', value: days(rule.funding_rule_age_days) },
          { label: 'Age counts from', value: labelIn(age_bases, basis) },
          { label: 'Borne after a part payment', value: days(rule.funding_rule_part_paid_days ?? '0') },
          { label: 'Advance', value: share(rule.funding_rule_advance_percent) },
          { label: 'One client at most', value: share(rule.funding_rule_concentration_percent) },
          { label: 'Reassigned after, past due', value: days(rule.funding_rule_reassign_days) },
          {
            label: 'Payments beyond availability',
            value: rule.funding_rule_holds_payments === 'false' ? 'Paid' : 'Held',
          },
          { label: 'Rules from', value: from && isDay(from) ? dayText(from) : 'The approval' },
        ].filter(({ value }) => value !== null)}
      />
    </section>
  )
}
