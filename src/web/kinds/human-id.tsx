import { showHumanId } from '#kernel/human-id.ts'
import { Link } from '#web/ui/Link.tsx'
import type { Kind } from './kind.ts'

/** Spec §3: invalid or missing ids display as 'missing_uuid'. */
export const human_id: Kind = {
  width: 80,
  cell: ({ value, to }) => {
    const id = showHumanId(typeof value === 'string' ? value : null)
    if (!to) return <span className="numeric font-medium">{id}</span>
    return (
      <Link to={to} data-row-link="" className="numeric font-medium">
        {id}
      </Link>
    )
  },
}
