/** Dialogs of absences. */
import { labelIn } from '#entity/choices.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'
import { absence_kinds, statutory_kinds } from './statutory-absence.entity.ts'
import { event_names } from './statutory-absence.rules.ts'

interface Values {
  readonly kind: string
}

const is_paid = statutory_kinds.map(({ value }) => value)

const is = (kinds: readonly string[]) => (values: Values) => kinds.includes(values.kind)

/** Each label once, with the kinds that it is for. */
const events = [...new Set(Object.values(event_names))].map((label) => ({
  label,
  kinds: Object.entries(event_names)
    .filter(([, name]) => name === label)
    .map(([kind]) => kind),
}))

export function RecordAbsence({
  employment_id,
  onClose,
}: {
  readonly employment_id: string
  readonly onClose: () => void
}) {
  const { today } = useSession()
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Absence"
      description="Pay that the law does not give is refused with the reason for the worker’s form."
      action_id="transaction.statutory_absence.record"
      fixed={{ employment_id }}
      initial={{ kind: 'ssp', first_day: today, last_day: today, qualifying_days: 'Mon Tue Wed Thu Fri' }}
      fields={[
        { kind: 'choice', name: 'kind', label: 'Kind', options: absence_kinds, required: true },
        {
          kind: 'text',
          name: 'qualifying_days',
          label: 'Days of work in a week',
          required: true,
          max: 60,
          when: is(['ssp']),
        },
        ...events.map(
          ({ label, kinds }) =>
            ({ kind: 'day', name: 'event_day', label, required: true, when: is(kinds) }) as const,
        ),
        { kind: 'day', name: 'first_day', label: 'First day', required: true },
        { kind: 'day', name: 'last_day', label: 'Last day', required: true },
        {
          kind: 'text',
          name: 'evidence',
          label: 'Evidence',
          max: 255,
          hint: 'Such as a fit note or form MAT B1',
        },
        {
          kind: 'money',
          name: 'average_weekly_earnings',
          label: 'Average weekly earnings',
          hint: 'From the payslips where empty',
          when: is(is_paid),
        },
        {
          kind: 'area',
          name: 'average_reason',
          label: 'Reason, for earnings other than those of the payslips',
          max: 255,
          wide: true,
          when: is(is_paid),
        },
      ]}
      submit="Save"
      success={(made: { readonly average_weekly_earnings: string }) =>
        Number(made.average_weekly_earnings) === 0
          ? 'Absence saved'
          : `Absence saved, with £${made.average_weekly_earnings} earned a week`
      }
      onClose={onClose}
    />
  )
}

interface Recorded {
  readonly id: string
  readonly kind: string
}

export function WithdrawAbsence({ absence, onClose }: { absence: Recorded; onClose: () => void }) {
  return (
    <VerbModal
      title={`Withdraw ${labelIn(absence_kinds, absence.kind)}`}
      action_id="transaction.statutory_absence.withdraw"
      fixed={{ id: absence.id }}
      fields={[reason_field]}
      submit="Withdraw"
      success="Absence withdrawn"
      onClose={onClose}
    />
  )
}
