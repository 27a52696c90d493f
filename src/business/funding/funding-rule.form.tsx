/** By what rules one's own risk leaves debt out, from a day on (money.md §1.9). */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { numberTyped } from '#web/form/fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { NumberInput, Select } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { type FundingRule, standard_funding_rule } from './disallow.rules.ts'

export interface RuleInForce extends FundingRule {
  readonly advance_percent: number | null
  readonly concentration_percent: number | null
  readonly reassign_days: number | null
}

const text = (value: number | null) => (value === null ? '' : String(value))

export function FundingRuleForm({ rule, onClose }: { rule: RuleInForce | null; onClose: () => void }) {
  const { today } = useSession()
  const before = rule ?? {
    ...standard_funding_rule,
    advance_percent: null,
    concentration_percent: null,
    reassign_days: null,
  }
  const [age_days, setAge] = useState(text(before.age_days))
  const [age_basis, setBasis] = useState<string>(before.age_basis)
  const [part_paid_days, setPartPaid] = useState(text(before.part_paid_days))
  const [advance, setAdvance] = useState(text(before.advance_percent))
  const [concentration, setConcentration] = useState(text(before.concentration_percent))
  const [reassign_days, setReassign] = useState(text(before.reassign_days))
  const [effective_from, setFrom] = useState(today)
  const save = useAction('business.funding_rule.set', {
    success: 'Funding rules set; all debt was judged anew',
    onDone: onClose,
  })
  const submit = () =>
    save.run({
      age_days: age_days === '' ? null : numberTyped(age_days),
      age_basis,
      part_paid_days: part_paid_days === '' ? null : numberTyped(part_paid_days),
      ...(advance ? { advance_percent: advance } : {}),
      ...(concentration ? { concentration_percent: concentration } : {}),
      ...(reassign_days ? { reassign_days: numberTyped(reassign_days) } : {}),
      effective_from,
    })
  return (
    <Modal
      open
      onClose={onClose}
      title="Funding rules"
      description="The rules before end on the day before these begin. One reason counts at a time: age, then part payment, then the credit limit."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="funding_rule" busy={save.busy}>
            Set the rules
          </Button>
        </>
      }
    >
      <form
        id="funding_rule"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <NumberInput
          label="Age limit, days"
          required
          value={age_days}
          onChange={setAge}
          error={save.errors.age_days}
        />
        <Select
          label="Age counts from"
          value={age_basis}
          onChange={setBasis}
          error={save.errors.age_basis}
          options={[
            { value: 'raised_date', label: 'Raised date' },
            { value: 'due_date', label: 'Due date' },
          ]}
        />
        <NumberInput
          label="Borne after a part payment, days"
          required
          value={part_paid_days}
          onChange={setPartPaid}
          error={save.errors.part_paid_days}
        />
        <NumberInput
          label="Advance, %"
          hint="Of what is eligible. Without it no availability is shown."
          value={advance}
          onChange={setAdvance}
          error={save.errors.advance_percent}
        />
        <NumberInput
          label="One client at most, %"
          hint="Of what is eligible at an agency."
          value={concentration}
          onChange={setConcentration}
          error={save.errors.concentration_percent}
        />
        <NumberInput
          label="Reassigned after, days past due"
          hint="Then the debt is the agency’s again. Without it none is, unless by hand."
          value={reassign_days}
          onChange={setReassign}
          error={save.errors.reassign_days}
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
