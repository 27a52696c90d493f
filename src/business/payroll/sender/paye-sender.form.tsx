/** The credentials of a PAYE scheme at HMRC: typed, replaced or removed, and never shown. */
import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Modal } from '#web/ui/Modal.tsx'

interface SetSenderProps {
  readonly row: ListRow
  readonly onClose: () => void
}

/** Kept credentials are replaced or removed. */
export function SetSender({ row, onClose }: SetSenderProps) {
  const [step, setStep] = useState<'type' | 'remove' | null>(row.sender_set_at === null ? 'type' : null)
  const scheme = String(row.employer_reference)
  const remove = useAction('business.paye_scheme.remove_sender', { success: 'HMRC credentials removed' })
  if (step === 'type')
    return (
      <VerbModal
        title={`HMRC credentials of ${scheme}`}
        description="Of the employer’s PAYE for employers account. They are encrypted, and nobody can read them here."
        action_id="business.paye_scheme.set_sender"
        fixed={{ id: row.id }}
        fields={[
          { kind: 'text', name: 'sender_id', label: 'Sender Id', required: true, max: 64, secret: true },
          { kind: 'text', name: 'sender_password', label: 'Password', required: true, max: 64, secret: true },
        ]}
        submit="Keep"
        success="HMRC credentials kept"
        onClose={onClose}
      />
    )
  if (step === 'remove')
    return (
      <ConfirmAction
        open
        onClose={onClose}
        label="Remove"
        description={`Returns of ${scheme} cannot be sent any more.`}
        onConfirm={async () => (await remove.run({ id: row.id })) !== undefined}
      />
    )
  return (
    <Modal
      open
      onClose={onClose}
      title={`HMRC credentials of ${scheme}`}
      description={`Kept by ${String(row.sender_set_by_name)}. Nobody can read them here.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" verb="business.paye_scheme.remove_sender" onClick={() => setStep('remove')}>
            Remove
          </Button>
          <Button tone="primary" onClick={() => setStep('type')}>
            Replace
          </Button>
        </>
      }
    />
  )
}
