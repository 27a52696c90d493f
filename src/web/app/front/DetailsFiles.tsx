/** Files that a contractor adds by their link. Each is kept at once, so another phone shows it too. */
import { Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  LINK_FILES_MAX,
  type LinkFile,
  type LinkPaper,
} from '#business/parties/self-service/party-link.rules.ts'
import { FileControl, upload_hint } from '#web/blocks/FileControl.tsx'
import { CallError, callByLink } from '#web/core/call.ts'
import { upload } from '#web/core/upload.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Fault } from './FrontPage.tsx'

const asked: readonly { readonly type: LinkPaper; readonly label: string; readonly hint: string }[] = [
  { type: 'identity', label: 'Identity', hint: 'Your passport or driving licence' },
  {
    type: 'right_to_work',
    label: 'Right to work',
    hint: 'Your passport, permit, or the page of your share code',
  },
]
const paperLabel = (type: LinkPaper): string => asked.find((one) => one.type === type)?.label ?? type

export function DetailsFiles({
  token,
  agency,
  files,
  onChange,
}: {
  token: string
  agency: string
  files: readonly LinkFile[]
  onChange: (change: (files: readonly LinkFile[]) => readonly LinkFile[]) => void
}) {
  const [fault, setFault] = useState('')
  const remove = async ({ id }: LinkFile) => {
    setFault('')
    try {
      await callByLink('/api/details/remove_file', token, { id })
      onChange((now) => now.filter((one) => one.id !== id))
    } catch (error) {
      setFault(error instanceof CallError ? error.message : 'Please try again.')
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <p>{agency} sees your files once you have sent your details. You can also bring them later.</p>
      {asked.map(({ type, label, hint }) => (
        <section key={type} className="flex flex-col gap-2">
          <h2 className="font-medium">{label}</h2>
          <p className="text-n11">{hint}</p>
          <ul className="flex flex-col">
            {files
              .filter((one) => one.type === type)
              .map((file) => (
                <li key={file.id} className="flex min-h-12 items-center gap-2">
                  <Paperclip size={14} aria-hidden className="shrink-0 text-n10" />
                  <span className="min-w-0 flex-1 truncate">{file.file_name}</span>
                  <IconButton
                    icon={Trash2}
                    label={`Remove ${file.file_name}`}
                    onClick={() => void remove(file)}
                  />
                </li>
              ))}
          </ul>
          {files.length < LINK_FILES_MAX && (
            <FileControl<LinkFile>
              label={`Add a file: ${label}`}
              hint={upload_hint}
              send={(file, on) =>
                upload('/api/details/file', { fields: { type }, file, link_token: token, ...on })
              }
              onDone={(made) => onChange((now) => [...now.filter(({ id }) => id !== made.id), made])}
            />
          )}
        </section>
      ))}
      {fault && <Fault>{fault}</Fault>}
    </div>
  )
}

export function FilesSummary({ files }: { files: readonly LinkFile[] }) {
  if (files.length === 0) return <p className="text-n11">No files.</p>
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-1">
      {files.map(({ id, type, file_name }) => (
        <div key={id} className="contents">
          <dt className="text-n11">{paperLabel(type)}</dt>
          <dd className="wrap-anywhere">{file_name}</dd>
        </div>
      ))}
    </dl>
  )
}
