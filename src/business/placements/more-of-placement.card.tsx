import { Copy, FileClock } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_side, isOneOf } from '../shared/who-may.rules.ts'

/** Rare actions of a placement. */
export function MoreOfPlacement({ row }: { row: ListRow }) {
  const session = useSession()
  const go = useGo()
  const generate = useAction('transaction.timesheet.generate', {
    success: ({ timesheets }: { timesheets: readonly unknown[] }) =>
      timesheets.length === 0
        ? 'No timesheet was missing'
        : `${timesheets.length} ${timesheets.length === 1 ? 'timesheet is' : 'timesheets are'} made`,
  })
  if (!isOneOf(session, agency_side)) return null
  const path = 'contract/new_temp_placement'
  return (
    <Menu
      align="end"
      trigger={<Button busy={generate.busy}>More</Button>}
      entries={[
        {
          label: 'Copy to a new placement',
          icon: Copy,
          run: () => go.to(pathOf({ category: session.category, path, id: row.id })),
        },
        {
          label: 'Create missing timesheets',
          icon: FileClock,
          disabledReason: row.status === 'active' ? null : 'Only a placement in force gets timesheets',
          run: () => void generate.run({ contract_id: row.id }),
        },
      ]}
    />
  )
}
