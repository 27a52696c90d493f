import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { signOut } from './queries.ts'

/** Asks before a sign-out removes values that this device alone holds. */
export function SignOutDialog({ unsent, onClose }: { unsent: readonly string[]; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="Sign out?"
      description="Signing out removes this from the device:"
      footer={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button tone="danger" busy={busy} onClick={leave}>
            Sign out
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-4 break-words">
        {unsent.map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </Modal>
  )
}
