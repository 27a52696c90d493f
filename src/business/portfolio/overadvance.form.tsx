/** Approves payments to an agency's contractors beyond its availability (decision 0045). */

import { addDays, day } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import { overadvance_days_max } from './overadvance.rules.ts'

export interface Overadvancing {
  readonly agency_id: string
  readonly agency_name: string
  readonly alpha_code: string
}

export function OveradvanceForm({ of, onClose }: { of: Overadvancing; onClose: () => void }) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Over-advance of ${of.agency_name}`}
      description="Payment runs may pay its contractors by this amount beyond availability, never the agency. It replaces the one in force; £0.00 ends it."
      action_id="funding.overadvance.approve"
      fixed={{ agency_id: of.agency_id, currency: of.alpha_code }}
      initial={{ amount: '', until: today }}
      fields={[
        { kind: 'money', name: 'amount', label: 'Amount', currency: of.alpha_code, required: true },
        {
          kind: 'day',
          name: 'until',
          label: 'Until',
          required: true,
          min: today,
          max: addDays(day(today), overadvance_days_max),
          hint: `At most ${overadvance_days_max} days from today.`,
        },
        reason_field,
      ]}
      submit="Approve over-advance"
      success={`Over-advance of ${of.agency_name} approved`}
      onClose={onClose}
    />
  )
}
