/** The logo in the set-up: a picture that goes along with the business, or after it. */
import { useId, useState } from 'react'
import type { SetupFacts } from '#entity/setup-answer.ts'
import { CallError, call } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'

const KILOBYTES_MAX = 512

/** The content in base64, as the call takes it. */
function contentOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(new Error('unreadable'))
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.readAsDataURL(file)
  })
}

const sendLogo = async (file: File): Promise<SetupFacts> =>
  call<SetupFacts>('/api/setup/logo', { path: file.name, content: await contentOf(file) })

export function SetupLogo({ hasLogo, onDone }: { hasLogo: boolean; onDone: (facts: SetupFacts) => void }) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setFault(chosen && chosen.size > KILOBYTES_MAX * 1024 ? `A logo is at most ${KILOBYTES_MAX} kB` : '')
  }
  const send = async () => {
    if (!file || busy) return
    setBusy(true)
    try {
      const facts = await sendLogo(file)
      setFile(null)
      onDone(facts)
    } catch (error) {
      const known = error instanceof CallError ? error : null
      setFault(known?.errors.file ?? known?.message ?? 'The file could not be read. Please choose it again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-12 font-medium text-n11">
        {hasLogo ? 'Another logo' : 'Logo (optional)'}
      </label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        aria-describedby={`${id}-hint`}
        aria-invalid={fault !== ''}
        className="min-h-11 max-w-full file:mr-3 file:min-h-11 file:rounded file:border file:px-3"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`} className="text-12 text-n11">
        png, jpg or jpeg, up to {KILOBYTES_MAX} kB, shown 48 wide and 32 high on documents.
      </p>
      {fault !== '' && (
        <p role="alert" className="text-12 text-red11">
          {fault}
        </p>
      )}
      {file !== null && fault === '' && (
        <div>
          <Button busy={busy} onClick={() => void send()}>
            Save the logo
          </Button>
        </div>
      )}
    </div>
  )
}
