import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { dialogText } from '#kernel/messages.ts'
import { refuse } from '#kernel/refusal.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useJobs } from '#web/core/jobs-context.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { announce } from '#web/ui/announce.ts'
import type { Asked } from '../model/list.ts'
import { type BulkAction, idsInput, type ListRow } from '../model/list.ts'
import { chosenRequest } from '../model/request.ts'
import { isAsChosen, newestInput } from '../model/seen.ts'
import type { Selection } from './use-selection.ts'

export interface Refused {
  readonly action: BulkAction
  readonly rows: readonly { readonly row: ListRow; readonly reason: string }[]
}

const left_list = refuse('conflict', 'No longer in this list')

/** The current state of selected rows, or the last known one without a connection. */
async function rowsNow(asked: Asked, rows: readonly ListRow[]): Promise<ReadonlyMap<string, ListRow>> {
  const known = new Map(rows.map((row) => [row.id, row]))
  try {
    const { query, variables } = chosenRequest(asked, [...known.keys()])
    const records = (await builtQuery(query, variables)).rows('records')
    return new Map(records.map((row) => [row.id, { ...known.get(row.id), ...row }]))
  } catch {
    return known
  }
}

/** An action on the selected rows: shows obstacles first (spec §2), else asks and runs. */
export function useBulk(selection: Selection, matched: Asked) {
  const session = useSession()
  const { follow } = useJobs()
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  // As they were when the action was pressed: rows behind its dialog go on changing.
  const [chosen, setChosen] = useState<readonly ListRow[]>([])
  const [looking, setLooking] = useState<BulkAction | null>(null)
  const isMany = asked?.many !== undefined && selection.rows.length > asked.many.over
  const action_id = (isMany ? asked?.many?.action_id : asked?.action_id) ?? ''
  const action = useAction<{ job_id?: string } | undefined>(action_id, {
    success: (data) => (data?.job_id ? 'Started. Progress is shown below.' : dialogText.action_successful),
  })
  return {
    asked,
    refused,
    busy: looking ?? (action.busy ? asked : null),
    close: () => {
      setAsked(null)
      setRefused(null)
    },
    press: async (bulk: BulkAction) => {
      setLooking(bulk)
      setChosen(selection.rows)
      const now = await rowsNow(matched, selection.rows)
      setLooking(null)
      const rows = selection.rows.flatMap((one) => {
        const row = now.get(one.id)
        const rule = row ? bulk.allowed(row, session) : left_list
        const allowed = row && rule === true ? isAsChosen(bulk.seen, one, row) : rule
        return allowed === true ? [] : [{ row: row ?? one, reason: allowed.message }]
      })
      if (rows.length > 0) setRefused({ action: bulk, rows })
      else setAsked(bulk)
    },
    /** Continues with the rows without an obstacle. */
    leaveOut: ({ action: bulk, rows }: Refused) => {
      const out = new Set(rows.map(({ row }) => row.id))
      selection.setRows(selection.rows.filter((row) => !out.has(row.id)))
      setRefused(null)
      setAsked(bulk)
    },
    run: async (bulk: BulkAction, comment: string): Promise<boolean> => {
      const ids = selection.rows.map((row) => row.id)
      const seen = newestInput(
        bulk.seen,
        chosen.filter((row) => selection.ids.has(row.id)),
      )
      const done = await action.run({ ...(bulk.input?.(ids, comment) ?? idsInput(ids, comment)), ...seen })
      if (done === undefined) return false
      if (done?.job_id) follow(done.job_id, bulk.label)
      announce(`${bulk.label} ${done?.job_id ? 'started' : 'done'}: ${countText(ids.length, 'record')}`)
      selection.clear()
      return true
    },
  }
}
