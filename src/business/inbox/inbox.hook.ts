/** The rows of the inbox, read again when they change. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useInboxCount } from '#web/core/use-inbox-count.ts'

const shown_max = 100

const inbox =
  gql(`query inbox($where: log_notification_log_bool_exp!, $order_by: [log_notification_log_order_by!]!, $shown: Int!) {
  rows: log_notification_log(where: $where, order_by: $order_by, limit: $shown) {
    id kind class title message link entity entity_id state read_at snoozed_until done_at assigned_from created_at
  }
  tasks: log_notification_log_aggregate(where: { class: { _eq: "task" }, state: { _eq: "open" }, held_decision_id: { _is_null: true } }) { aggregate { count } }
  notices: log_notification_log_aggregate(where: { class: { _eq: "notice" }, state: { _eq: "open" } }) { aggregate { count } }
  snoozed: log_notification_log_aggregate(where: { state: { _eq: "snoozed" } }) { aggregate { count } }
}`)

export type InboxItem = Answer<typeof inbox>['rows'][number]

export const inbox_tabs = ['tasks', 'notices', 'snoozed', 'done'] as const
export type InboxTab = (typeof inbox_tabs)[number]

const asked = {
  tasks: {
    where: { class: { _eq: 'task' }, state: { _eq: 'open' } },
    // The longest wait first.
    order_by: [{ created_at: 'asc' }, { id: 'asc' }],
  },
  notices: {
    where: { class: { _eq: 'notice' }, state: { _eq: 'open' } },
    order_by: [{ created_at: 'desc' }, { id: 'desc' }],
  },
  snoozed: { where: { state: { _eq: 'snoozed' } }, order_by: [{ snoozed_until: 'asc' }, { id: 'asc' }] },
  done: { where: { state: { _eq: 'done' } }, order_by: [{ done_at: 'desc' }, { id: 'desc' }] },
} as const satisfies Record<InboxTab, object>

export function useInbox(tab: InboxTab) {
  const session = useSession()
  const queries = useQueryClient()
  const key = ['inbox', session.business_contact_id] as const
  const query = useQuery({
    queryKey: [...key, tab],
    queryFn: ({ signal }) => graphql(inbox, { ...asked[tab], shown: shown_max }, signal),
  })
  const count = useInboxCount()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the inbox says that it changed.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: key })
  }, [count.signature])
  return query
}
