import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { allOf } from '#entity/filter.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { ListView } from '#web/list/ListView.tsx'
import type { List, Only } from '#web/list/model/list.ts'
import { isFor } from '#web/list/model/list.ts'
import { TabLinks } from '#web/ui/Tabs.tsx'

export interface RelatedTab extends Only {
  /** Last step of the address: `invoices` (spec §2, related-record tabs). */
  readonly id: string
  readonly label: string
  readonly list: List
  /** Rows of this record: `{ client_id: { _eq: id } }`. */
  readonly scope: Where
}

/** A tab that holds a part of the record in place of a list. */
export interface PartTab {
  readonly id: string
  readonly label: string
  readonly content: () => ReactNode
}

/**
 * Tabs of one record: its own, then its related lists with counts, then its other parts. The tab is part of the address
 * so that count columns can link to it.
 */
export function RelatedTabs({
  label,
  own,
  tabs,
  parts = [],
  children,
}: {
  label: string
  own: string
  tabs: readonly RelatedTab[]
  parts?: readonly PartTab[]
  children: ReactNode
}) {
  const session = useSession()
  const place = usePlace()
  const mine = tabs.filter((tab) => isFor(tab, session))
  const counts = useCounts(mine)
  const current = mine.find((tab) => tab.id === place.tab)
  const part = parts.find((one) => one.id === place.tab)
  return (
    <>
      <TabLinks
        label={label}
        tabs={[
          { to: pathOf({ ...place, tab: null }), label: own, current: (current ?? part) === undefined },
          ...mine.map((tab) => ({
            to: pathOf({ ...place, tab: tab.id }),
            label: tab.label,
            count: counts[tab.id],
            current: tab === current,
          })),
          ...parts.map((one) => ({
            to: pathOf({ ...place, tab: one.id }),
            label: one.label,
            current: one === part,
          })),
        ]}
      />
      {current ? (
        <div className="flex min-h-96 flex-1 flex-col pt-3">
          <ListView key={current.id} list={current.list} scope={current.scope} />
        </div>
      ) : part ? (
        <div className="flex flex-col gap-4 p-4">{part.content()}</div>
      ) : (
        children
      )}
    </>
  )
}

function useCounts(tabs: readonly RelatedTab[]): Readonly<Record<string, number>> {
  const session = useSession()
  const conditions = tabs.map((tab) => {
    const { where } = tab.list
    return allOf([typeof where === 'function' ? where(session) : (where ?? null), tab.scope])
  })
  const query = useQuery({
    queryKey: ['related_counts', tabs.map((tab) => tab.id), conditions],
    enabled: tabs.length > 0,
    queryFn: async ({ signal }) => {
      const head = tabs.map((tab, at) => `$w${at}: ${rootName(tab.list.entity)}_bool_exp!`).join(', ')
      const fields = tabs.map(
        (tab, at) =>
          `c${at}: ${rootName(tab.list.entity)}_aggregate(where: $w${at}, limit: 10000) { aggregate { count } }`,
      )
      const answer = await builtQuery(
        `query related_counts(${head}) { ${fields.join(' ')} }`,
        Object.fromEntries(conditions.map((where, at) => [`w${at}`, where])),
        signal,
      )
      return Object.fromEntries(tabs.map((tab, at) => [tab.id, answer.count(`c${at}`)]))
    },
  })
  return query.data ?? {}
}
