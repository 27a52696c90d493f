import type { ReactElement } from 'react'
import { countText } from '#kernel/count-text.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { markMessagesSeen, useMessages } from '#web/ui/recent-messages.ts'

const dots = { success: 'bg-green9', error: 'bg-red9', warning: 'bg-amber9', info: 'bg-a9' }

type Waiting = { readonly tasks: number; readonly unread: number }

/** Leads to the inbox, and keeps toasts readable after their three seconds. */
export function RecentMessages({ trigger, waiting }: { trigger: ReactElement<object>; waiting: Waiting }) {
  const { messages } = useMessages()
  const { category } = useSession()
  return (
    <Popover
      trigger={trigger}
      label="Inbox and recent messages"
      align="end"
      onOpenChange={(open) => open && markMessagesSeen()}
      className="w-80"
    >
      <Link
        to={pathOf({ category, path: 'inbox' })}
        plain
        className="flex items-center justify-between gap-2 border-b px-3 py-2 hover:bg-n3 pointer-coarse:min-h-12"
      >
        <span className="text-13 font-semibold">Inbox</span>
        <span className="text-n11">
          {countText(waiting.tasks, 'task')}, {countText(waiting.unread, 'unread notice')}
        </span>
      </Link>
      <h2 className="border-b px-3 py-2 text-13 font-semibold">Recent messages</h2>
      {messages.length === 0 ? (
        <p className="px-3 py-6 text-center text-n11">Messages of this session are kept here.</p>
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={message.id} className="flex gap-2 border-b px-3 py-2 last:border-b-0">
              <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', dots[message.tone])} />
              <span className="min-w-0 flex-1 break-words">
                {message.text}
                {message.help && <span className="block text-12 text-n11">{message.help}</span>}
                <span className="numeric block text-12 text-n11">{instantText(message.at).slice(-5)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
