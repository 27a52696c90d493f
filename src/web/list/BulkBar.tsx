import { X } from 'lucide-react'
import { useState } from 'react'
import { isCommentRequired } from '#kernel/messages.ts'
import { displayMoney } from '#kernel/money.ts'
import { graphql } from '#web/core/call.ts'
import { useJobs } from '#web/core/jobs.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { ConfirmAction, Restriction } from './lazy-dialogs.ts'
import type { BulkAction, List, ListRow } from './list.ts'
import { isOffered } from './list.ts'
import type { Asked } from './request.ts'
import { allRequest, max_records } from './request.ts'
import { sumsByCurrency } from './sums.ts'
import type { ListData } from './use-list.ts'
import type { Selection } from './use-selection.ts'

interface Refused {
  readonly action: BulkAction
  readonly rows: readonly { readonly row: ListRow; readonly reason: string }[]
}

/** Replaces the toolbar while rows are chosen: how many, how much per currency, and what can be done with them. */
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
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const { follow } = useJobs()
  const [isTaking, setTaking] = useState(false)
  const isMany = asked?.many !== undefined && selection.rows.length > asked.many.over
  const action_id = (isMany ? asked?.many?.action_id : asked?.action_id) ?? ''
  const action = useAction<{ job_id?: string } | undefined>(action_id, {
    success: (data) => (data?.job_id ? 'Started. Progress is shown below.' : 'Action Successful'),
  })
  const sums = list.sum
    ? sumsByCurrency(selection.rows, list.sum, list.currency ?? 'currency.alpha_code')
    : []

  const press = (bulk: BulkAction) => {
    const rows = selection.rows.flatMap((row) => {
      const allowed = bulk.allowed(row, session)
      return allowed === true ? [] : [{ row, reason: allowed }]
    })
    if (rows.length > 0) setRefused({ action: bulk, rows })
    else setAsked(bulk)
  }
  const run = async (bulk: BulkAction, comment: string) => {
    const ids = selection.rows.map((row) => row.id)
    const done = await action.run(bulk.input?.(ids, comment) ?? { ids, ...(comment ? { comment } : {}) })
    if (done === undefined) return false
    if (done?.job_id) follow(done.job_id, bulk.label)
    selection.clear()
    return true
  }

  const takeAll = async () => {
    setTaking(true)
    try {
      const { query, variables } = allRequest(matched)
      selection.setRows((await graphql<{ records: readonly ListRow[] }>(query, variables)).records)
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
      className="-my-px flex min-h-8.5 flex-wrap items-center gap-2 rounded border border-a6 bg-a2 pr-0.5 pl-3"
    >
      <span className="numeric font-medium" aria-live="polite">
        {selection.rows.length} selected
      </span>
      {sums.length > 0 && <span className="numeric text-n11">{sums.map(displayMoney).join(' · ')}</span>}
      {isMore && (
        <Button size="sm" tone="quiet" busy={isTaking} onClick={() => void takeAll()}>
          {`Select all ${Math.min(data.count, max_records)}`}
        </Button>
      )}
      <span className="flex-1" />
      {(list.bulk ?? [])
        .filter((bulk) => isOffered(bulk, session) && (bulk.offered?.(selection.rows, session) ?? true))
        .map((bulk) => (
          <Button
            key={bulk.label}
            size="sm"
            {...(bulk.icon ? { icon: bulk.icon } : {})}
            tone={bulk.tone === 'danger' || bulk.opens ? 'secondary' : 'primary'}
            busy={action.busy && asked === bulk}
            onClick={() => press(bulk)}
          >
            {bulk.label}
          </Button>
        ))}
      <IconButton size="sm" icon={X} label="Clear selection" onClick={selection.clear} />
      {Opened && <Opened rows={selection.rows} onClose={() => setAsked(null)} />}
      {asked && !asked.opens && (
        <ConfirmAction
          open
          label={asked.label}
          description={`${asked.label} ${selection.rows.length} ${selection.rows.length === 1 ? list.entity.label.toLowerCase() : list.entity.plural.toLowerCase()}.`}
          withComment={asked.confirm === 'comment' || isCommentRequired(asked.label)}
          onClose={() => setAsked(null)}
          onConfirm={(comment) => run(asked, comment)}
        />
      )}
      {refused && (
        <Restriction
          title={`${refused.action.label} is not possible`}
          rows={refused.rows}
          onClose={() => setRefused(null)}
        />
      )}
    </div>
  )
}
