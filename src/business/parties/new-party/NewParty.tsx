/** The frame of a page for a new party. */
import type { ReactNode } from 'react'
import type { WhoMay } from '#entity/access.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'

export function NewParty({
  title,
  list,
  who,
  children,
}: {
  title: string
  list: { readonly path: string; readonly label: string }
  who: WhoMay
  children: ReactNode
}) {
  const session = useSession()
  if (!isOneOf(session, who)) return <NotFound what="Page" />
  const to = pathOf({ category: session.category, path: list.path })
  return (
    <>
      <PageHeader title={title} back={{ to, label: list.label }} />
      <div className="max-w-200 px-4 pb-6">{children}</div>
    </>
  )
}
