/** An approval of a placement given elsewhere: the agency states it, and the provider checks it before the activation. */
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { reason_field } from '../shared/form-choices.view.ts'
import { evidence_methods } from './placement-evidence.rules.ts'

type Noun = 'temp_placement' | 'perm_placement'

export function ApproveByEvidence({ noun, id, onClose }: { noun: Noun; id: string; onClose: () => void }) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Approve by evidence"
      description="For an approval that was given elsewhere. Attach it to the placement first; the provider checks it with that side before the activation."
      action_id={`contract.${noun}.approve_by_evidence`}
      fixed={{ id }}
      initial={{ method: 'email' }}
      fields={[
        { kind: 'choice', name: 'method', label: 'Given by', options: evidence_methods, required: true },
        { kind: 'text', name: 'approved_by_name', label: 'Name of the approver', required: true },
        { kind: 'day', name: 'approved_on', label: 'Approved on', required: true, max: today },
        { ...reason_field, name: 'comment', label: 'Comment', max: 4000 },
      ]}
      submit="Approve"
      success="The approval is stated"
      onClose={onClose}
    />
  )
}

/** The provider asks the side itself, by a number that the agency did not give. */
export function VerifyAndActivate({ noun, row, onClose }: { noun: Noun; row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      title="Verify and activate"
      description="The agency stated an approval that was given elsewhere. Ask that side itself, by a number from another source."
      action_id={`contract.${noun}.activate`}
      fixed={{ id: row.id, updated_at: row.updated_at }}
      fields={[
        { kind: 'text', name: 'verified_with', label: 'Verified with', required: true },
        { kind: 'text', name: 'phone', label: 'Phone' },
        { kind: 'text', name: 'source', label: 'Source of the number', required: true },
      ]}
      submit="Activate"
      success={`${String(row.human_id)} is active`}
      onClose={onClose}
    />
  )
}
