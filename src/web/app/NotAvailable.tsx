import { Hammer } from 'lucide-react'
import { usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** A menu entry of the specification whose screen is not in this version. */
export function NotAvailable() {
  const { menu } = useSession()
  const { path } = usePlace()
  const label = menu.find((entry) => entry.key === path)?.label ?? 'This page'
  return (
    <div className="flex flex-1 flex-col">
      <PageHeader title={label} />
      <div className="grid flex-1 place-items-center border-t bg-surface">
        <EmptyMessage icon={Hammer} title="Not available yet">
          {label} is not part of this version.
        </EmptyMessage>
      </div>
    </div>
  )
}
