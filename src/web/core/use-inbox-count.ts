/** The bell's number: open tasks and unread notices, live. */
import { useEffect, useState } from 'react'
import { subscribe } from './live.ts'
import { useSession } from './session.ts'

const open_rows = `subscription inbox_open {
  tasks: log_notification_log_aggregate(where: { class: { _eq: "task" }, state: { _eq: "open" }, held_decision_id: { _is_null: true } }) { aggregate { count } }
  unread: log_notification_log_aggregate(where: { class: { _eq: "notice" }, state: { _eq: "open" }, read_at: { _is_null: true } }) { aggregate { count } }
  last: log_notification_log(order_by: [{ created_at: desc }, { id: desc }], limit: 20) { id state }
}`

type Open = {
  readonly tasks: { readonly aggregate: { readonly count: number } }
  readonly unread: { readonly aggregate: { readonly count: number } }
  readonly last: readonly { readonly id: string; readonly state: string }[]
}

export function useInboxCount(): { tasks: number; unread: number; total: number; signature: string } {
  const session = useSession()
  const [open, setOpen] = useState<Open | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact has another inbox.
  useEffect(() => subscribe<Open>(open_rows, {}, setOpen), [session.business_contact_id])
  const tasks = open?.tasks.aggregate.count ?? 0
  const unread = open?.unread.aggregate.count ?? 0
  return {
    tasks,
    unread,
    total: open === null ? session.notifications : tasks + unread,
    signature: JSON.stringify(open),
  }
}
