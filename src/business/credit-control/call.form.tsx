/** What a client said on the telephone about what it owes. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { SubmitByEnter } from '#web/form/SubmitByEnter.tsx'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { TextArea, TextInput } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'

export function CallForm({
  client_id,
  client,
  onClose,
}: {
  client_id: string
  client: string
  onClose: () => void
}) {
  const { today } = useSession()
  const [person, setPerson] = useState('')
  const [note, setNote] = useState('')
  const [on_date, setDate] = useState(today)
  const unsaved = useUnsaved()
  const save = useAction('transaction.chase.record_call', {
    success: 'The call is noted',
    onDone: () => {
      unsaved.clear()
      onClose()
    },
  })
  const form = useFirstFault(save.errors)
  const run = () => void save.run({ client_id, person, note, on_date })
  return (
    <Modal
      open
      onClose={onClose}
      title={`Call with ${client}`}
      description="A promise to pay is recorded on its invoice, where it keeps the plan from asking."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={save.busy} onClick={run}>
            Note
          </Button>
        </>
      }
    >
      <form
        ref={form}
        onInput={unsaved.mark}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        {unsaved.guard}
        <TextInput
          label="Spoken with"
          required
          maxLength={200}
          value={person}
          onChange={setPerson}
          error={save.errors.person}
        />
        <DayPicker
          label="On"
          required
          value={on_date}
          max={today}
          onChange={setDate}
          error={save.errors.on_date}
        />
        <TextArea
          label="What was said"
          required
          maxLength={4000}
          value={note}
          onChange={setNote}
          error={save.errors.note}
        />
        <SubmitByEnter label="Note" />
      </form>
    </Modal>
  )
}
