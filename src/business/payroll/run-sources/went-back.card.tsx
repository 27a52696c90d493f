/** Why a pay run went back to the people who prepare it, on its page until it is calculated again. */
import { countText } from '#kernel/count-text.ts'
import { instantText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import type { WentBackFor } from './run-source.rules.ts'

const isWentBackFor = (kept: unknown): kept is WentBackFor =>
  typeof kept === 'object' && kept !== null && 'changes' in kept && 'differences' in kept

export function WentBack({ row }: { row: ListRow }) {
  const kept = row.went_back_for
  if (row.status !== 'open' || !isWentBackFor(kept)) return null
  return (
    <div role="status" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
      <p>The run went back on {instantText(row.went_back_at)}: calculate it again.</p>
      <ul className="mt-1 list-disc pl-5">
        {kept.changes.map(({ what, by, at }) => (
          <li key={`${what} ${at}`}>
            {what} by {by}, {instantText(at)}
          </li>
        ))}
        {kept.more_changes > 0 && <li>{countText(kept.more_changes, 'more change')}</li>}
      </ul>
      {kept.differences.length > 0 && <p className="mt-2">{differenceText(kept)}</p>}
    </div>
  )
}

const differenceText = ({ differences, more_differences }: WentBackFor): string =>
  [...differences, ...(more_differences > 0 ? [`${countText(more_differences, 'more worker')}`] : [])].join(
    '; ',
  )
