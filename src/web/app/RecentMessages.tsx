import type { ReactElement } from 'react'
import { instantText } from '#web/kinds/time.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Popover } from '#web/ui/Popover.tsx'
import { markMessagesSeen, useMessages } from '#web/ui/recent-messages.ts'

const dots = { success: 'bg-green9', error: 'bg-red9', warning: 'bg-amber9', info: 'bg-a9' }

/** Keeps toasts readable after their three seconds. */
export function RecentMessages({ trigger }: { trigger: ReactElement<object> }) {
  const { messages } = useMessages()
  return (
    <Popover
      trigger={trigger}
      label="Recent messages"
      align="end"
      onOpenChange={(open) => open && markMessagesSeen()}
      className="w-80"
    >
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
