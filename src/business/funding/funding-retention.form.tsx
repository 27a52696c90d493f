/** Sets the amount kept back from one agency's availability, from a day on (money.md §1.9). */

import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { reason_field } from '../shared/form-choices.view.ts'

export interface Retaining {
  readonly agency_id: string
  readonly agency_name: string
  readonly alpha_code: string
  /** Decimal text: the amount kept back now. */
  readonly amount: string
}

export function FundingRetentionForm({ of, onClose }: { of: Retaining; onClose: () => void }) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Retention of ${of.agency_name}`}
      description="Kept back from availability. £0.00 ends it."
      action_id="business.funding_retention.set"
      fixed={{ agency_id: of.agency_id, currency: of.alpha_code }}
      initial={{ amount: of.amount, effective_from: today }}
      fields={[
        { kind: 'money', name: 'amount', label: 'Amount', currency: of.alpha_code, required: true },
        reason_field,
        { kind: 'day', name: 'effective_from', label: 'From', required: true },
      ]}
      submit="Set retention"
      success={`Retention of ${of.agency_name} set`}
      onClose={onClose}
    />
  )
}
