/** The upload control of spec §2 for a person with a session. */
import { sendFile } from '#web/core/send-file.ts'
import { useSession } from '#web/core/session.ts'
import { FileControl } from './FileControl.tsx'

interface UploadProps<T> {
  readonly label: string
  readonly hint?: string
  readonly bulk?: boolean
  /** Upload address: `/api/storage/upload`. */
  readonly path: string
  /** Further form fields of the file. */
  readonly fields: (file: File) => Readonly<Record<string, string>>
  readonly onDone: (data: T) => void
}

export function Upload<T>({ path, fields, ...control }: UploadProps<T>) {
  const { business_contact_id } = useSession()
  return (
    <FileControl<T>
      {...control}
      send={(file, on) => sendFile<T>(path, business_contact_id, { fields: fields(file), file, ...on })}
    />
  )
}
