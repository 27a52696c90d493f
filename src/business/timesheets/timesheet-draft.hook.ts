/** Typed values of a timesheet that are not saved: kept on this device and on the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, graphql } from '#web/core/call.ts'
import { onReconnect } from '#web/core/connection.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { type Changes, type Restored, restored } from '#web/drafts/changes.ts'
import type { Device } from '#web/drafts/device.ts'
import { type DraftKeeper, draftKeeper, type KeeperParts, type Kept } from '#web/drafts/draft-keeper.ts'
import { useDevice } from '#web/drafts/use-device.ts'
import type { FormPart } from '#web/form/fields.ts'
import type { TimesheetData } from './timesheet.hook.ts'
import { comment_key } from './timesheet-draft.rules.ts'
import { type Typed, typedFrom, withCells } from './timesheet-grid.rules.ts'

export type SheetValues = { readonly details: Typed; readonly comment: string }

const document = gql(`query timesheet_draft($id: uuid!) {
  drafts: transaction_timesheet_draft(where: { timesheet_id: { _eq: $id } }) { changes }
}`)

/** After the last key. */
const pause_ms = 600
/** A slow answer keeps nobody from typing: cells typed by then are newer. */
const longest_wait_ms = 8_000

export const nameOf = (sheet_id: string) => `timesheet ${sheet_id}`
/** The call that forgets typed values of a timesheet once they are submitted. */
export const settlesOf = (sheet: TimesheetData, sent: Typed) => ({
  name: nameOf(sheet.id),
  action_id: 'transaction.timesheet.drop_typed',
  input: { id: sheet.id, keys: Object.keys({ ...savedOf(sheet), ...sent }) },
})

const flat = ({ details, comment }: SheetValues): Typed => ({ ...details, [comment_key]: comment })
const savedOf = (sheet: TimesheetData): Typed =>
  flat({ details: typedFrom(sheet.details), comment: sheet.comment ?? '' })

const load = async (id: string): Promise<Changes<string>> =>
  (await graphql(document, { id })).drafts[0]?.changes ?? {}
const drop = (id: string, keys: readonly string[]) =>
  call('/api/permission/action', { action_id: 'transaction.timesheet.drop_typed', input: { id, keys } })

/** The cells with their timesheet in words, for the question before sign-out. */
const cellsOf = (device: Device, label: string): KeeperParts['device'] => ({
  read: async <T>(name: string) => (await device.read<LabelledCells<T>>(name))?.changes ?? null,
  change: <T>(name: string, next: (before: T | null) => T | null) =>
    device.change<LabelledCells<T>>(name, (before) => {
      const changes = next(before?.changes ?? null)
      return changes === null ? null : { label, changes }
    }),
})

interface LabelledCells<T> {
  readonly label: string
  readonly changes: T
}

function keeperOf(
  device: Device,
  { id, human_id }: TimesheetData,
  saved: Typed,
  onKept: (kept: Kept) => void,
): DraftKeeper {
  return draftKeeper({
    device: cellsOf(device, human_id),
    name: nameOf(id),
    saved,
    load: () => load(id),
    send: (changes) =>
      call('/api/permission/action', {
        action_id: 'transaction.timesheet.keep_typed',
        input: { id, changes },
      }),
    drop: (keys) => drop(id, keys),
    onKept,
    later: (work) => {
      const timer = setTimeout(work, pause_ms)
      return () => clearTimeout(timer)
    },
  })
}

export interface TypedDraft {
  /** Values that came back when the form opened; null when none did, or once they are discarded. */
  readonly back: Restored<string> | null
  readonly discard: () => void
  /** Values typed before are on their way: a key pressed now would mix with them. */
  readonly isReading: boolean
}

export interface DraftOwner {
  /** Tells where the typed values are safe. */
  readonly onKept: (kept: Kept) => void
  /** The form shows all that was typed before. */
  readonly onReady: () => void
  /** Set to the work that forgets the draft after a save. */
  readonly settle: { current: () => Promise<void> }
}

export function useTypedDraft(
  sheet: TimesheetData,
  { values, update }: Pick<FormPart<SheetValues>, 'values' | 'update'>,
  { onKept, onReady, settle }: DraftOwner,
): TypedDraft {
  const device = useDevice()
  const saved = useMemo(() => savedOf(sheet), [sheet])
  const parts = useRef({ saved, update, onKept, onReady })
  parts.current = { saved, update, onKept, onReady }
  const [back, setBack] = useState<Restored<string> | null>(null)
  const [keeper] = useState(
    () => device && keeperOf(device, sheet, saved, (kept) => parts.current.onKept(kept)),
  )
  const [isReading, setReading] = useState(keeper !== null)
  const fill = useCallback((texts: Typed) => {
    const { [comment_key]: comment, ...cells } = texts
    const { saved: before, update: change } = parts.current
    const { [comment_key]: _, ...saved_cells } = before
    change((now) => ({
      details: withCells(now.details, cells, saved_cells),
      ...(comment === undefined ? {} : { comment }),
    }))
  }, [])
  const latest = useRef(values)
  latest.current = values

  useEffect(() => {
    if (!keeper) return
    let isHere = true
    const waited = setTimeout(() => setReading(false), longest_wait_ms)
    void keeper.start().then((found) => {
      const now = flat(latest.current)
      // A cell typed since the page opened is newer.
      const untouched = Object.entries(found.values).filter(
        ([key]) => (now[key] ?? '') === (parts.current.saved[key] ?? ''),
      )
      if (!isHere) return
      setReading(false)
      parts.current.onReady()
      if (untouched.length === 0) return
      const texts = Object.fromEntries(untouched)
      keeper.shown(texts)
      fill(texts)
      setBack({ ...found, values: texts })
      parts.current.onKept('server')
    })
    const stop = onReconnect(() => void keeper.flush())
    return () => {
      isHere = false
      clearTimeout(waited)
      stop()
      void keeper.flush()
    }
  }, [keeper, fill])
  useEffect(() => keeper?.typed(flat(values)), [keeper, values])
  settle.current = async () => keeper?.drop()

  const discard = () => {
    if (!back || !keeper) return
    const names = Object.keys(back.values)
    const texts = Object.fromEntries(names.map((key) => [key, saved[key] ?? '']))
    keeper.shown(texts)
    fill(texts)
    setBack(null)
    void keeper.drop(names)
  }
  return { back, discard, isReading }
}

/** The same of a timesheet that takes no changes any more: nothing typed is lost without a word. */
export function useTypedLeftovers(sheet: TimesheetData) {
  const { category } = useSession()
  const device = useDevice()
  const queries = useQueryClient()
  const { id } = sheet
  const queryKey = ['timesheet_draft', id]
  const { data } = useQuery({
    queryKey,
    enabled: device !== null && (category === 'agency' || category === 'contractor'),
    queryFn: async () => ({
      ...(await load(id)),
      ...(await device?.read<LabelledCells<Changes<string>>>(nameOf(id)))?.changes,
    }),
  })
  const back = useMemo(() => restored<string>(data ?? {}, savedOf(sheet), ''), [data, sheet])
  const discard = async () => {
    await device?.remove(nameOf(id))
    await drop(id, Object.keys(back.values)).catch(() => undefined)
    await queries.invalidateQueries({ queryKey })
  }
  return { back, discard }
}
