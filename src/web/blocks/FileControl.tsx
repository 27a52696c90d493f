/** The upload control of spec §2: choose or drop a file, follow its progress, read its fault under the field. */
import { FileUp, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { CallError } from '#web/core/call.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { notify } from '#web/ui/Toast.tsx'

const upload_endings = [
  'png',
  'jpg',
  'jpeg',
  'pdf',
  'docx',
  'doc',
  'eml',
  'emlx',
  'olm',
  'msgw',
  'msg',
] as const
const upload_bytes_max = 20 * 1024 * 1024
const bulk_bytes_max = 50 * 1024 * 1024

/** Spec §2; in bulk mode only csv. */
export const acceptedFiles = (bulk: boolean): string =>
  (bulk ? ['csv'] : upload_endings).map((ending) => `.${ending}`).join(',')
export const upload_hint = 'png, jpg, pdf, docx, doc, eml, emlx, olm or msgw, up to 20 MB'

type FileControlProps<T> = {
  readonly label: string
  readonly hint?: string
  readonly bulk?: boolean
  readonly send: (
    file: File,
    on: { readonly onProgress: (part: number) => void; readonly signal: AbortSignal },
  ) => Promise<T>
  readonly onDone: (data: T) => void
}

/** The fault of a file before it is sent, or null. */
export function uploadFault(file: { name: string; size: number }, bulk: boolean): string | null {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const endings: readonly string[] = bulk ? ['csv'] : upload_endings
  if (!file.name.includes('.') || !endings.includes(ending))
    return bulk
      ? 'Please choose a csv file'
      : 'Please choose a png, jpg, jpeg, pdf, docx, doc, eml, emlx, olm or msgw file'
  if (file.size === 0) return 'The file is empty'
  const max = bulk ? bulk_bytes_max : upload_bytes_max
  return file.size > max ? `The file is larger than ${max / 1024 / 1024} MB` : null
}

const offline = 'No connection. Choose the file again when you are online: it is added once.'

const sentenceOf = ({ code, errors, message }: CallError): string =>
  code === 'lost' ? offline : (errors.file ?? message)

interface Sending {
  readonly name: string
  readonly part: number
}

export function FileControl<T>({ label, hint, bulk = false, send, onDone }: FileControlProps<T>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState('')
  const [isOver, setOver] = useState(false)
  const described = cx(error !== '' && `${id}-error`, hint !== undefined && `${id}-hint`)

  const take = async (file: File | undefined) => {
    if (!file || sending) return
    const fault = uploadFault(file, bulk)
    setError(fault ?? '')
    if (fault) return
    stop.current = new AbortController()
    setSending({ name: file.name, part: 0 })
    try {
      const data = await send(file, {
        onProgress: (part) => setSending({ name: file.name, part }),
        signal: stop.current.signal,
      })
      onDone(data)
    } catch (thrown) {
      // Cancelled.
      if (thrown instanceof DOMException) return
      const message = thrown instanceof CallError ? sentenceOf(thrown) : null
      if (message) setError(message)
      else notify.error()
    } finally {
      setSending(null)
      // Allows choosing the same file again after a correction.
      if (input.current) input.current.value = ''
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-lg border border-dashed p-4 text-center',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-a9',
          isOver ? 'border-a9 bg-a3' : error ? 'border-red9' : 'border-n8 hover:bg-n3',
        )}
      >
        <FileUp size={20} strokeWidth={1.7} aria-hidden className="text-n11" />
        <span className="font-medium">{label}</span>
        <span aria-hidden className="text-12 text-n11">
          {bulk ? 'Choose a csv file, or drop it here' : 'Choose a file, or drop it here'}
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedFiles(bulk)}
          aria-invalid={error !== '' || undefined}
          aria-describedby={described || undefined}
          disabled={sending !== null}
          onChange={(event) => void take(event.target.files?.[0])}
          className="sr-only"
        />
      </label>
      {sending && (
        <div className="flex items-center gap-2 text-12 text-n11">
          <span className="min-w-0 truncate">{sending.name}</span>
          <progress
            aria-label={`Uploading ${sending.name}`}
            className="progress h-1.5 min-w-16 flex-1"
            value={sending.part}
            max={1}
          />
          <IconButton size="sm" icon={X} label="Cancel" onClick={() => stop.current?.abort()} />
        </div>
      )}
      {error !== '' && (
        <p id={`${id}-error`} role="alert" className="text-12 text-red11">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-12 text-n11">
          {hint}
        </p>
      )}
    </div>
  )
}
