import { Plus } from 'lucide-react'
import { useState } from 'react'
import { validationText } from '#kernel/messages.ts'
import { Button } from '#web/ui/Button.tsx'

/** Adds a row to a list of a form; while its last row is empty it asks for that first (spec §5). */
export function AddRow({
  label,
  isLastBlank,
  onAdd,
}: {
  label: string
  isLastBlank: boolean
  onAdd: () => void
}) {
  const [isRefused, setRefused] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={Plus}
        onClick={() => {
          setRefused(isLastBlank)
          if (!isLastBlank) onAdd()
        }}
      >
        {label}
      </Button>
      {isRefused && isLastBlank && (
        <span role="alert" className="text-12 text-red11">
          {validationText.fill_the_data}
        </span>
      )}
    </div>
  )
}

/** Whether the fields of a list's last row are all empty. */
export const isLastBlank = <Row extends object>(rows: readonly Row[], ...fields: (keyof Row)[]): boolean => {
  const last = rows.at(-1)
  return last !== undefined && fields.every((field) => String(last[field]).trim() === '')
}
