import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'

export type AlikeParty = {
  readonly id: string
  readonly human_id: string
  readonly name: string
  readonly type: string
}

/** Parties of an alike name, each with its page and the reader's answer; nothing without parties. */
export function AlikeList({
  parties,
  answer,
}: {
  parties: readonly AlikeParty[]
  answer: (party: AlikeParty) => ReactNode
}) {
  const { category } = useSession()
  if (parties.length === 0) return null
  return (
    <ul aria-label="Alike parties" className="flex flex-col gap-2 rounded-2 bg-amber3 p-3 text-amber11">
      {parties.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-2">
          <TriangleAlert size={16} aria-hidden className="shrink-0" />
          <span>
            Looks like {one.name} ({one.human_id})
          </span>
          <Link to={pathOf({ category, path: `business/${one.type}`, id: one.id })} className={buttonClass()}>
            Open
          </Link>
          {answer(one)}
        </li>
      ))}
    </ul>
  )
}
