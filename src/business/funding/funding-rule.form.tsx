/** The rules of disallowance at the viewer's own risk, from a day on (money.md §1.9). */

import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { age_bases } from '../parties/onboarding/first-funding-rule.rules.ts'
import { type FundingRule, standard_funding_rule } from './disallow.rules.ts'

export interface RuleInForce extends FundingRule {
  readonly advance_percent: number | null
  readonly concentration_percent: number | null
  readonly holds_payments: boolean
  readonly reassign_days: number | null
}

const text = (value: number | null) => (value === null ? '' : String(value))

export function FundingRuleForm({ rule, onClose }: { rule: RuleInForce | null; onClose: () => void }) {
  const { today } = useSession()
  const before = rule ?? {
    ...standard_funding_rule,
    advance_percent: null,
    concentration_percent: null,
    holds_payments: true,
    reassign_days: null,
  }
  return (
    <VerbModal
      title="Funding rules"
      description="Applied in this order: age, part payment, credit limit. Earlier rules end the day before."
      action_id="business.funding_rule.set"
      initial={{
        age_days: text(before.age_days),
        age_basis: before.age_basis,
        part_paid_days: text(before.part_paid_days),
        advance_percent: text(before.advance_percent),
        concentration_percent: text(before.concentration_percent),
        reassign_days: text(before.reassign_days),
        holds_payments: before.holds_payments,
        effective_from: today,
      }}
      fields={[
        { kind: 'whole', name: 'age_days', label: 'Age limit, days', required: true },
        {
          kind: 'choice',
          name: 'age_basis',
          label: 'Age counts from',
          options: age_bases,
        },
        {
          kind: 'whole',
          name: 'part_paid_days',
          label: 'Borne after a part payment, days',
          required: true,
        },
        {
          kind: 'decimal',
          name: 'advance_percent',
          label: 'Advance, %',
          hint: 'Of eligible debt. Leave empty to show no availability.',
        },
        {
          kind: 'decimal',
          name: 'concentration_percent',
          label: 'One client at most, %',
          hint: 'Of eligible debt at an agency.',
        },
        {
          kind: 'whole',
          name: 'reassign_days',
          label: 'Reassigned after, days past due',
          hint: 'Leave empty to reassign by hand only.',
        },
        {
          kind: 'check',
          name: 'holds_payments',
          label: 'Hold payments beyond availability',
          hint: 'Payment runs pay an agency’s contractors, then its earnings, while availability covers them.',
          wide: true,
        },
        { kind: 'day', name: 'effective_from', label: 'From', required: true },
      ]}
      submit="Set the rules"
      success="Funding rules set, and all debt was judged again"
      onClose={onClose}
    />
  )
}
