/** Dialogs of pension duties and memberships. */
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { reason_field } from '../../shared/form-choices.view.ts'
import { chosen_entries } from './pension.entity.ts'

interface Props {
  readonly employment_id: string
  readonly schemes: readonly { readonly id: string; readonly name: string }[]
  readonly onClose: () => void
}

export function SetPensionDuties({ row, onClose }: { readonly row: ListRow; readonly onClose: () => void }) {
  const typed = (value: ListRow[string]) => (typeof value === 'string' ? value : '')
  return (
    <VerbModal
      title="Pension duties"
      description="Every three years workers who left the pension are enrolled again, on a day within three months of the anniversary."
      action_id="business.paye_scheme.set_pension_duties"
      fixed={{ id: row.id }}
      initial={{
        pension_duties_from: typed(row.pension_duties_from),
        re_enrolled_on: typed(row.re_enrolled_on),
      }}
      fields={[
        {
          kind: 'day',
          name: 'pension_duties_from',
          label: 'Duties since',
          hint: 'The first day of the duties, or the staging date',
          required: true,
        },
        { kind: 'day', name: 're_enrolled_on', label: 'Last enrolled again on' },
      ]}
      submit="Save"
      success="Pension duties kept"
      onClose={onClose}
    />
  )
}

export function EnrolMember({ employment_id, schemes, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Enrol in a pension"
      action_id="business.pension_membership.enrol"
      fixed={{ employment_id }}
      initial={{ pension_scheme_id: schemes[0]?.id ?? '', entry: 'automatic', effective_from: today }}
      fields={[
        {
          kind: 'choice',
          name: 'pension_scheme_id',
          label: 'Pension scheme',
          options: schemes.map(({ id, name }) => ({ value: id, label: name })),
          required: true,
          placeholder: 'Choose',
          hint: schemes.length === 0 ? 'Add one on the page of the PAYE scheme' : undefined,
        },
        { kind: 'choice', name: 'entry', label: 'Entry', options: chosen_entries, required: true },
        {
          kind: 'day',
          name: 'effective_from',
          label: 'First pay day with contributions',
          required: true,
        },
        {
          kind: 'day',
          name: 'informed_on',
          label: 'Worker informed on',
          required: true,
          when: ({ entry }: { readonly entry: string }) => entry !== 'joined',
        },
      ]}
      submit="Enrol"
      success="Worker enrolled"
      onClose={onClose}
    />
  )
}

export function PostponeMember({ employment_id, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Postpone the assessment"
      description="By three months at most. The worker may join before."
      action_id="business.pension_membership.postpone"
      fixed={{ employment_id }}
      initial={{ effective_from: today }}
      fields={[
        { kind: 'day', name: 'effective_from', label: 'From', required: true },
        { kind: 'day', name: 'postponed_to', label: 'Assessed on', required: true },
        { kind: 'day', name: 'informed_on', label: 'Worker informed on', required: true },
      ]}
      submit="Postpone"
      success="Assessment postponed"
      onClose={onClose}
    />
  )
}

export function OptOutMember({ employment_id, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Opt out"
      description="The next payslip gives all contributions back."
      action_id="business.pension_membership.opt_out"
      fixed={{ employment_id }}
      initial={{ received_on: today }}
      fields={[{ kind: 'day', name: 'received_on', label: 'Notice received on', required: true }]}
      submit="Opt out"
      success="Opt-out saved"
      onClose={onClose}
    />
  )
}

export function CeaseMember({ employment_id, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      title="End membership"
      action_id="business.pension_membership.cease"
      fixed={{ employment_id }}
      initial={{ effective_from: today }}
      fields={[
        {
          kind: 'day',
          name: 'effective_from',
          label: 'First pay day without contributions',
          required: true,
        },
        reason_field,
      ]}
      submit="End membership"
      success="Membership ended"
      onClose={onClose}
    />
  )
}
