/** Dialogs of holidays. */
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'

interface OfEmployment {
  readonly employment_id: string
  readonly onClose: () => void
}

export function AskHoliday({ employment_id, onClose }: OfEmployment) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Ask for days"
      description="A pay run pays the hours at the average of the last 52 paid weeks, once somebody else has approved them."
      action_id="transaction.holiday.ask"
      fixed={{ employment_id }}
      initial={{ first_day: today, last_day: today }}
      fields={[
        { kind: 'day', name: 'first_day', label: 'First day', required: true },
        { kind: 'day', name: 'last_day', label: 'Last day', required: true },
        { kind: 'decimal', name: 'hours', label: 'Hours of holiday', required: true },
        { kind: 'text', name: 'comment', label: 'Comment', max: 255 },
      ]}
      submit="Ask"
      success={(made: { readonly expected_pay: string | null; readonly expected_on: string }) =>
        made.expected_pay === null
          ? 'Holiday asked for'
          : `Holiday asked for: about £${made.expected_pay} on ${dayText(made.expected_on)}`
      }
      onClose={onClose}
    />
  )
}

export function AdjustHoliday({ employment_id, onClose }: OfEmployment) {
  return (
    <VerbModal
      title="Adjust hours"
      description="Hours from before the pay runs, or taken back. The agency bears their pay."
      action_id="transaction.holiday_movement.adjust"
      fixed={{ employment_id }}
      fields={[
        { kind: 'decimal', name: 'hours', label: 'Hours', required: true, hint: 'Below zero to take off' },
        { kind: 'area', name: 'reason', label: 'Reason', required: true, max: 500 },
      ]}
      submit="Adjust"
      success={(made: { readonly hours: string }) => `${made.hours} hours are held now`}
      onClose={onClose}
    />
  )
}

interface OfHoliday {
  readonly holiday: { readonly id: string; readonly first_day: string; readonly last_day: string }
  readonly onClose: () => void
}

const named = ({ first_day, last_day }: OfHoliday['holiday']): string =>
  `the holiday of ${dayText(first_day)} – ${dayText(last_day)}`

export function ApproveHoliday({ holiday, onClose }: OfHoliday) {
  return (
    <VerbModal
      title={`Approve ${named(holiday)}`}
      description="The next pay run after the first day pays it."
      action_id="transaction.holiday.approve"
      fixed={{ id: holiday.id }}
      fields={[]}
      submit="Approve"
      success="Holiday approved"
      onClose={onClose}
    />
  )
}

export function RefuseHoliday({ holiday, onClose }: OfHoliday) {
  return (
    <VerbModal
      title={`Refuse ${named(holiday)}`}
      action_id="transaction.holiday.refuse"
      fixed={{ id: holiday.id }}
      fields={[reason_field]}
      submit="Refuse"
      success="Holiday refused"
      onClose={onClose}
    />
  )
}

export function WithdrawHoliday({ holiday, onClose }: OfHoliday) {
  return (
    <VerbModal
      title={`Withdraw ${named(holiday)}`}
      action_id="transaction.holiday.withdraw"
      fixed={{ id: holiday.id }}
      fields={[reason_field]}
      submit="Withdraw"
      success="Holiday withdrawn"
      onClose={onClose}
    />
  )
}
