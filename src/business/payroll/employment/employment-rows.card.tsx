/** A card of rows on the page of an employment. */
import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'

interface RowsCardProps {
  readonly title: string
  readonly empty: string
  readonly action: ReactNode
  readonly children: readonly ReactNode[]
}

export function RowsCard({ title, empty, action, children }: RowsCardProps) {
  return (
    <Card title={title} flush actions={action}>
      {children.length === 0 ? <p className="p-3 text-n11">{empty}</p> : <ul>{children}</ul>}
    </Card>
  )
}

export function RowLine({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-n6 px-3 py-2 last:border-b-0">
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">{children}</span>
      {action}
    </li>
  )
}
