/** The longest waiting tasks of the person, on the dashboard. The inbox holds them all. */
import { ArrowRight } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Link } from '#web/ui/Link.tsx'
import { Age } from './inbox-row.card.tsx'
import type { useOpenTasks } from './open-tasks.hook.ts'

const shown_max = 3

export function DashboardTasks({ rows }: { rows: ReturnType<typeof useOpenTasks>['rows'] }) {
  const { category } = useSession()
  if (rows.length === 0) return null
  const inbox = pathOf({ category, path: 'inbox' })
  return (
    <section aria-label="Your tasks">
      <h2 className="mb-2 text-14 font-semibold">Your tasks</h2>
      <ul className="divide-y divide-n5 rounded-lg border bg-surface">
        {rows.slice(0, shown_max).map((item) => (
          <li key={item.id}>
            <Link
              plain
              to={item.link ? pathOf({ category, path: item.link }) : inbox}
              className="flex items-start gap-3 px-3 py-2 hover:bg-n3"
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words font-medium">{item.title}</span>
                <span className="block break-words text-n11">{item.message}</span>
              </span>
              <Age item={item} />
              <ArrowRight size={14} aria-hidden className="mt-1 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > shown_max && (
        <Link to={inbox} className="mt-2 inline-block">
          All tasks
        </Link>
      )}
    </section>
  )
}
