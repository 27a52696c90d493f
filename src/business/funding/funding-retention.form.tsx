/** What is kept back from one agency's availability, from a day on (money.md §1.9). */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, TextArea } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'

export interface Retaining {
  readonly agency_id: string
  readonly agency_name: string
  readonly alpha_code: string
  /** Decimal text: what is kept back now. */
  readonly amount: string
}

export function FundingRetentionForm({ of, onClose }: { of: Retaining; onClose: () => void }) {
  const { today } = useSession()
  const [amount, setAmount] = useState(of.amount)
  const [reason, setReason] = useState('')
  const [effective_from, setFrom] = useState(today)
  const save = useAction('business.funding_retention.set', {
    success: `Retention of ${of.agency_name} set`,
    onDone: onClose,
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={`Retention of ${of.agency_name}`}
      description="Kept back from its availability, whatever its debtors are good for. The retention before ends on the day before; £0.00 ends it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="funding_retention" busy={save.busy}>
            Set the retention
          </Button>
        </>
      }
    >
      <form
        id="funding_retention"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run({
            agency_id: of.agency_id,
            currency: of.alpha_code,
            amount,
            reason,
            effective_from,
          })
        }}
      >
        <MoneyInput
          label="Amount"
          required
          currency={of.alpha_code}
          value={amount}
          onChange={setAmount}
          error={save.errors.amount}
        />
        <TextArea
          label="Reason"
          required
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={save.errors.reason}
        />
        <DayPicker
          label="From"
          required
          value={effective_from}
          onChange={setFrom}
          error={save.errors.effective_from}
        />
      </form>
    </Modal>
  )
}
