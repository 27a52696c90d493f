import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Where } from '#entity/filter.ts'
import { allOf } from '#entity/filter.ts'
import type { ListState } from '#entity/url-codec.ts'
import { decodeListState, encodeListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useEntities } from '#web/core/entities-context.ts'
import { useSession } from '#web/core/session.ts'
import { notify } from '#web/ui/Toast.tsx'
import { sharedRows } from '../rows/changed-rows.ts'
import type { ListAddress } from './dropped.ts'
import { droppedParts } from './dropped.ts'
import type { Asked, List, ListRow, ListTab, ShapedList } from './list.ts'
import { countsRequest, max_records, moreSize, pageSize, recordsRequest } from './request.ts'
import { shapeList } from './shape.ts'

/** The list for the signed-in viewer, with the chosen columns. */
export function useShaped(list: List, columns: readonly string[] | null = null): ShapedList {
  const entities = useEntities()
  const session = useSession()
  const { category, roles, allowed_actions } = session
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list reads no more of the session than these.
  return useMemo(
    () => shapeList(entities, list, session, columns),
    [entities, list, category, roles, allowed_actions, columns],
  )
}

/** The URL is the state. Back undoes a change, except typing in the search box. */
export function useListState(
  shaped: ShapedList,
): [ListState, (change: Partial<ListState>, replace?: boolean) => void, readonly string[]] {
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.search as ListAddress })
  const state = useMemo(() => decodeListState(shaped.url, search), [shaped, search])
  const change = (part: Partial<ListState>, replace = false) => {
    const { pathname, hash } = router.state.location
    const others = Object.fromEntries(Object.entries(search).filter(([key]) => !own_keys.has(key)))
    const query = new URLSearchParams({ ...others, ...encodeListState({ ...state, ...part }) } as Record<
      string,
      string
    >)
    const text = query.size > 0 ? `?${query}` : ''
    router.history[replace ? 'replace' : 'push'](pathname + text + (hash ? `#${hash}` : ''))
  }
  const dropped = useMemo(() => droppedParts(shaped, search, state), [shaped, search, state])
  return [state, change, dropped]
}
const own_keys = new Set(['group_by', 'filter_by', 'sort_by', 'search'])

/** A further parameter of the address; null removes it. Back does not undo it. */
export function useAddressPart(name: string): [string | undefined, (text: string | null) => void] {
  const router = useRouter()
  const text = useRouterState({
    select: (state) => (state.location.search as Readonly<Record<string, string>>)[name],
  })
  const set = (next: string | null) => {
    const { pathname, search } = router.state.location
    const { [name]: _before, ...others } = search as Readonly<Record<string, string>>
    const query = new URLSearchParams(next ? { ...others, [name]: next } : others)
    router.history.replace(pathname + (query.size > 0 ? `?${query}` : ''))
  }
  return [text, set]
}

/** All shown rows, read again in one request. */
interface Loaded {
  readonly total: number
  readonly count: number
  readonly records: readonly ListRow[]
}

export interface ListData {
  readonly rows: readonly ListRow[]
  readonly total: number
  readonly count: number
  readonly status: 'loading' | 'failed' | 'ready'
  /** Loading more rows below. */
  readonly isRefreshing: boolean
  /** The shown rows belong to the previous request. */
  readonly isOld: boolean
  /** Time of reading in ms since 1970. */
  readonly read_at: number
  readonly isLoadingMore: boolean
  /** Number of rows after the page under way. */
  readonly loading_count: number
  readonly hasMore: boolean
  readonly loadMore: () => void
  /** The list has reached its maximum. */
  readonly loadAll: () => void
  readonly retry: () => void
  /** Reads all shown rows again and returns them. */
  readonly readAgain: () => Promise<readonly ListRow[]>
}

export function useAsked(
  shaped: ShapedList,
  state: ListState,
  scope: Where | undefined,
  tab: ListTab | undefined,
): Asked {
  const entities = useEntities()
  const session = useSession()
  const { where } = shaped.list
  const scope_text = JSON.stringify(scope)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scope is compared by its content, not by identity.
  return useMemo(() => {
    const own = typeof where === 'function' ? where(session) : (where ?? {})
    return {
      entities,
      shaped,
      state,
      base: allOf([own, tab?.where ?? null, scope ?? null]),
      today: day(session.today),
    }
  }, [entities, shaped, state, session.business_contact_id, session.today, where, scope_text, tab])
}

/** Rows kept for a return to the list. */
const kept_ms = 30 * 60_000
/** Load All loads in parts to show the first soon. */
const part_size = 2_500

export function useListData(asked: Asked): ListData {
  const queries = useQueryClient()
  const first = recordsRequest(asked, 0)
  const key = ['list', first]
  const shown = () => queries.getQueryData<Loaded>(key)?.records ?? []
  const [loading, setLoading] = useState<{ readonly of: string; readonly to: number } | null>(null)
  const query = useQuery({
    queryKey: key,
    gcTime: kept_ms,
    queryFn: async ({ signal }): Promise<Loaded> => {
      const size = Math.max(pageSize(asked.shaped), shown().length)
      const { query: text, variables } = recordsRequest(asked, 0, size)
      const page = await builtQuery(text, variables, signal)
      // More rows may have arrived meanwhile.
      const records = appended(page.rows('records'), shown().slice(size))
      return { total: page.count('total'), count: page.count('count'), records: sharedRows(shown(), records) }
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
  const loaded = query.data
  const failed = query.isError
  const rows = failed ? none : (loaded?.records ?? none)
  // Spec §7.3: on failure a list shows zeros and no rows.
  const count = failed ? 0 : (loaded?.count ?? 0)
  const last = Math.min(count, max_records)
  const text = JSON.stringify(first)
  const isLoadingMore = loading?.of === text

  const load = async (to: number, part: number) => {
    if (isLoadingMore || query.isPlaceholderData) return
    setLoading({ of: text, to })
    try {
      for (let have = shown().length; have < to; have = shown().length) {
        const { query: more, variables } = recordsRequest(asked, have, Math.min(part, to - have))
        const records = (await builtQuery(more, variables)).rows('records')
        queries.setQueryData<Loaded>(key, (now) => now && { ...now, records: appended(now.records, records) })
        if (records.length === 0 || shown().length === have) break
      }
    } catch (error) {
      notify.error(error instanceof Error ? error.message : undefined)
    } finally {
      setLoading(null)
    }
  }
  const more = Math.min(rows.length + moreSize(asked.shaped), last)
  return {
    rows,
    total: failed ? 0 : (loaded?.total ?? 0),
    count,
    status: failed ? 'failed' : loaded ? 'ready' : 'loading',
    isRefreshing: query.isFetching && loaded !== undefined,
    isOld: query.isPlaceholderData,
    read_at: query.dataUpdatedAt,
    isLoadingMore,
    loading_count: loading && isLoadingMore ? loading.to : pageSize(asked.shaped),
    hasMore: !failed && rows.length < last,
    loadMore: () => void load(more, moreSize(asked.shaped)),
    loadAll: () => void load(last, part_size),
    retry: () => void query.refetch(),
    readAgain: async () => (await query.refetch()).data?.records ?? none,
  }
}
const none: readonly ListRow[] = []

/** Removes duplicates of rows that moved between pages. */
function appended(rows: readonly ListRow[], more: readonly ListRow[]): readonly ListRow[] {
  if (more.length === 0) return rows
  const known = new Set(rows.map((row) => row.id))
  return [...rows, ...more.filter((row) => !known.has(row.id))]
}

/** Counts of the group's options and of the tags; absent until they are known. */
export function useListCounts(asked: Asked, group: string | null): Readonly<Record<string, number>> {
  const counts = useMemo(() => countsRequest(asked, group), [asked, group])
  const query = useQuery({
    queryKey: ['list_counts', counts?.request],
    enabled: counts !== null,
    queryFn: async ({ signal }) => {
      if (!counts) return {}
      const answer = await builtQuery(counts.request.query, counts.request.variables, signal)
      return Object.fromEntries(counts.keys.map((key, at) => [key, answer.count(`c${at}`)]))
    },
    placeholderData: keepPreviousData,
  })
  return query.data ?? {}
}
