import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'

/** Asks the browser for a passkey, and says why it did not work. */
export function PasskeyButton<T>({
  label,
  tone = 'primary',
  work,
  onDone,
}: {
  label: string
  tone?: 'primary' | 'secondary'
  work: () => Promise<T>
  onDone: (answer: T) => void
}) {
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setFault('')
    try {
      onDone(await work())
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'Something went wrong. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {fault && (
        <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 wrap-anywhere text-red11">
          {fault}
        </p>
      )}
      <Button icon={KeyRound} tone={tone} busy={busy} onClick={() => void run()}>
        {label}
      </Button>
    </>
  )
}
