import { useRouterState } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { pathOf, titleOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { trailOf } from '#web/core/trail.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { useGo } from '#web/ui/use-go.ts'

/** Header of a record page: back to the list, and `[` and `]` to its previous and next row. */
export function RecordHeader({
  title,
  record,
  badge,
  meta,
  actions,
}: {
  title: string
  /** Browser tab title; the heading by default. */
  record?: string
  badge?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
}) {
  const go = useGo()
  const place = usePlace()
  const session = useSession()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const trail = trailOf(place.tab ? pathOf({ ...place, tab: null }) : pathname)
  const menu = session.menu.find((entry) => entry.key === place.path)
  const back = trail
    ? { to: trail.list, label: trail.title }
    : menu
      ? { to: menu.path, label: menu.label }
      : { to: pathOf({ category: place.category, path: 'dashboard' }), label: 'Dashboard' }

  useEffect(() => {
    document.title = titleOf(pathname, record ?? title)
  }, [pathname, record, title])
  const step = (to: string | null | undefined) => {
    if (to) go.to(to)
  }
  useShortcuts([
    { keys: '[', label: 'Previous in the list', group: 'Record', run: () => step(trail?.previous) },
    { keys: ']', label: 'Next in the list', group: 'Record', run: () => step(trail?.next) },
    { keys: 'Escape', label: 'Back to the list', group: 'Record', run: () => go.to(back.to) },
  ])
  return (
    <PageHeader
      title={title}
      back={back}
      badge={badge}
      meta={meta}
      actions={
        <>
          {actions}
          {trail && trail.of > 1 && (
            <span className="flex items-center gap-0.5 border-l pl-2 max-tablet:border-l-0 max-tablet:pl-0">
              <span className="numeric px-1 text-12 text-n11">
                {trail.position} of {trail.of}
              </span>
              <IconButton
                size="sm"
                icon={ChevronUp}
                label="Previous in the list"
                shortcut="["
                disabledReason={trail.previous ? null : 'This is the first'}
                onClick={() => step(trail.previous)}
              />
              <IconButton
                size="sm"
                icon={ChevronDown}
                label="Next in the list"
                shortcut="]"
                disabledReason={trail.next ? null : 'This is the last one shown'}
                onClick={() => step(trail.next)}
              />
            </span>
          )}
        </>
      }
    />
  )
}
