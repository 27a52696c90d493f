import { X } from 'lucide-react'
import { useState } from 'react'
import { displayMoney } from '#kernel/money.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useSession } from '#web/core/session.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/Toast.tsx'
import type { Asked, List } from '../model/list.ts'
import { commentAsked, isOffered } from '../model/list.ts'
import { allRequest, max_records } from '../model/request.ts'
import { sumsByCurrency } from '../model/sums.ts'
import type { ListData } from '../model/use-list.ts'
import { ConfirmAction, Restriction } from '../panels/lazy-dialogs.ts'
import { useBulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

/** Selection bar: number of rows, sums per currency, actions. */
export function BulkBar({
  list,
  selection,
  asked: matched,
  data,
}: {
  list: List
  selection: Selection
  asked: Asked
  data: ListData
}) {
  const session = useSession()
  const bulk = useBulk(selection, matched)
  const { asked, refused } = bulk
  const [isTaking, setTaking] = useState(false)
  const sum = matched.shaped.offered.find((column) => column.field === list.sum)
  const sums = list.sum
    ? sumsByCurrency(selection.rows, list.sum, list.currency ?? 'currency.alpha_code')
    : []

  const takeAll = async () => {
    setTaking(true)
    try {
      const { query, variables } = allRequest(matched)
      selection.setRows((await builtQuery(query, variables)).rows('records'))
    } catch (error) {
      notify.error(error instanceof Error ? error.message : undefined)
    } finally {
      setTaking(false)
    }
  }
  const isAllShown = data.rows.length > 0 && data.rows.every((row) => selection.ids.has(row.id))
  const isMore = isAllShown && data.count > selection.rows.length && selection.rows.length < max_records
  const Opened = asked?.opens
  return (
    <div
      role="toolbar"
      aria-label="Selected records"
      // Fixed within thumb reach on a phone.
      className="-my-px flex min-h-8.5 flex-wrap items-center gap-2 rounded border border-a6 bg-a2 pr-0.5 pl-3 max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-(--shell-bottom) max-tablet:z-(--z-bar) max-tablet:my-0 max-tablet:rounded-none max-tablet:border-x-0 max-tablet:border-b-0 max-tablet:py-1 max-tablet:shadow-2"
    >
      <span className="numeric font-medium">{selection.rows.length} selected</span>
      {sums.length > 0 && (
        <span className="numeric text-n11">
          {sum && `${sum.label} `}
          {sums.map(displayMoney).join(' · ')}
        </span>
      )}
      {isMore && (
        <Button size="sm" tone="quiet" busy={isTaking} onClick={() => void takeAll()}>
          {`Select all ${Math.min(data.count, max_records)}`}
        </Button>
      )}
      <span className="flex-1" />
      {(list.bulk ?? [])
        .filter((one) => isOffered(one, session) && (one.offered?.(selection.rows, session) ?? true))
        .map((one) => (
          <Button
            key={one.label}
            size="sm"
            {...(one.icon ? { icon: one.icon } : {})}
            tone={one.tone === 'danger' || one.opens ? 'secondary' : 'primary'}
            verb={one.opens ? undefined : one.action_id}
            busy={bulk.busy === one}
            onClick={() => void bulk.press(one)}
          >
            {one.label}
          </Button>
        ))}
      <IconButton size="sm" icon={X} label="Clear selection" onClick={selection.clear} />
      {Opened && <Opened rows={selection.rows} onClose={bulk.close} />}
      {asked && !asked.opens && (
        <ConfirmAction
          open
          label={asked.label}
          description={`${asked.label} ${selection.rows.length} ${selection.rows.length === 1 ? list.entity.label.toLowerCase() : list.entity.plural.toLowerCase()}.`}
          withComment={commentAsked(asked)}
          onClose={bulk.close}
          onConfirm={(comment) => bulk.run(asked, comment)}
        />
      )}
      {refused && (
        <Restriction
          title={`${refused.action.label} is not possible`}
          rows={refused.rows}
          others={selection.rows.length - refused.rows.length}
          onLeaveOut={() => bulk.leaveOut(refused)}
          onClose={bulk.close}
        />
      )}
    </div>
  )
}
