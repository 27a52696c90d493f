import type { ListRow } from '#web/list/model/list.ts'
import { Card } from '#web/ui/Card.tsx'
import { checksOf, placement_checks } from '../placement-checks.rules.ts'

/** The open checks of a placement, each with the side that acts on it. */
export function PlacementChecks({ row }: { row: ListRow }) {
  const open = checksOf(row.open_checks)
  if (open.length === 0 || row.status === 'active') return null
  return (
    <Card title="Still needed before activation">
      <ul className="flex flex-col gap-1">
        {open.map((name) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4">
            <span>{placement_checks[name].words}</span>
            <span className="text-n11">Waits for {placement_checks[name].by}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
