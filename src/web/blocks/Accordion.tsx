/** A part of a page that opens and closes; each person finds it as they left it. */
import type { ReactNode } from 'react'
import { usePreference } from '#web/core/preferences.ts'

const isOpenIn = (raw: unknown): boolean => raw === true

export function Accordion({
  name,
  title,
  className = '',
  children,
}: {
  /** Of the part, for all records: `changed_data`. */
  name: string
  title: ReactNode
  className?: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = usePreference<boolean>(`open:${name}`, isOpenIn)
  return (
    <details
      open={isOpen}
      className={className}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) setOpen(() => open || null)
      }}
    >
      <summary className="cursor-pointer px-3 py-2 text-a11 hover:underline pointer-coarse:min-h-11">
        {title}
      </summary>
      {children}
    </details>
  )
}
