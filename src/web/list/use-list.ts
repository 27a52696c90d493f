import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Where } from '#entity/filter.ts'
import { allOf } from '#entity/filter.ts'
import type { ListQuery, ListState } from '#entity/url-codec.ts'
import { decodeListState, encodeListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { useEntities } from '#web/core/entities.ts'
import { useSession } from '#web/core/session.ts'
import type { List, ListRow, ListTab } from './list.ts'
import type { Asked } from './request.ts'
import { countsRequest, max_records, more_size, page_size, recordsRequest } from './request.ts'
import type { ShapedList } from './shape.ts'
import { shapeList } from './shape.ts'

/** The list as the signed-in viewer has it. */
export function useShaped(list: List): ShapedList {
  const entities = useEntities()
  const session = useSession()
  return useMemo(() => shapeList(entities, list, session), [entities, list, session])
}

/** The URL is the state. A change is a step back can undo, but for typing in the search box. */
export function useListState(
  shaped: ShapedList,
): [ListState, (change: Partial<ListState>, replace?: boolean) => void] {
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.search as ListQuery })
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
  return [state, change]
}
const own_keys = new Set(['group_by', 'filter_by', 'sort_by', 'search'])

interface Page {
  readonly total?: { aggregate: { count: number } }
  readonly count?: { aggregate: { count: number } }
  readonly records: readonly ListRow[]
}

export interface ListData {
  readonly rows: readonly ListRow[]
  readonly total: number
  readonly count: number
  readonly status: 'loading' | 'failed' | 'ready'
  /** New rows are on their way under the old ones. */
  readonly isRefreshing: boolean
  readonly isLoadingMore: boolean
  /** How many will be shown when the page on its way is there. */
  readonly loading_count: number
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
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
  return useMemo(() => {
    const own = typeof where === 'function' ? where(session) : (where ?? {})
    return {
      entities,
      shaped,
      state,
      base: allOf([own, tab?.where ?? null, scope ?? null]),
      today: day(session.today),
    }
  }, [entities, shaped, state, session, where, scope, tab])
}

export function useListData(asked: Asked): ListData {
  const first = recordsRequest(asked, 0)
  const query = useInfiniteQuery({
    queryKey: ['list', first],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const { query: text, variables } = recordsRequest(asked, pageParam)
      return graphql<Page>(text, variables, signal)
    },
    getNextPageParam: (last, pages, offset) => {
      const next = offset + last.records.length
      const full = last.records.length === (offset === 0 ? page_size : more_size)
      return full && next < max_records && next < (pages[0]?.count?.aggregate.count ?? 0) ? next : undefined
    },
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.records) ?? [], [pages])
  const failed = query.isError && !query.isFetchNextPageError
  // Spec §7.3: on failure a list shows zeros and no rows.
  const count = failed ? 0 : (pages?.[0]?.count?.aggregate.count ?? 0)
  return {
    rows: failed ? [] : rows,
    total: failed ? 0 : (pages?.[0]?.total?.aggregate.count ?? 0),
    count,
    status: failed ? 'failed' : pages ? 'ready' : 'loading',
    isRefreshing: query.isFetching && !query.isFetchingNextPage && pages !== undefined,
    isLoadingMore: query.isFetchingNextPage,
    loading_count: Math.min(
      rows.length === 0 ? page_size : rows.length + more_size,
      count || page_size,
      max_records,
    ),
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}

/** Counts of the group's options and of the tags; absent until they are known. */
export function useListCounts(asked: Asked, group: string | null): Readonly<Record<string, number>> {
  const counts = useMemo(() => countsRequest(asked, group), [asked, group])
  const query = useQuery({
    queryKey: ['list_counts', counts?.request],
    enabled: counts !== null,
    queryFn: async ({ signal }) => {
      if (!counts) return {}
      const answer = await graphql<Record<string, { aggregate: { count: number } }>>(
        counts.request.query,
        counts.request.variables,
        signal,
      )
      return Object.fromEntries(counts.keys.map((key, at) => [key, answer[`c${at}`]?.aggregate.count ?? 0]))
    },
    placeholderData: keepPreviousData,
  })
  return query.data ?? {}
}
