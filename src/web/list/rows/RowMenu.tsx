import { useRouter } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#kernel/refusal.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu-entry.ts'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import type { List, ListRow, RowAction } from '../model/list.ts'
import { commentAsked, idsInput, isOffered } from '../model/list.ts'
import { ConfirmAction } from '../panels/lazy-dialogs.ts'

type RowVerb = Extract<RowAction, { action_id: string }>

/** Actions of one row, disabled with a reason if not allowed. */
export function RowMenu({ list, row }: { list: List; row: ListRow }) {
  const session = useSession()
  const router = useRouter()
  const refusal = useVerbRefusal()
  const [asked, setAsked] = useState<RowVerb | null>(null)
  const action = useAction(asked?.action_id ?? '')
  const mine = (list.row_actions ?? []).filter((one) => isOffered(one, session))
  const entries: MenuEntry[] = mine.map((one) => {
    const look = { label: one.label, ...(one.icon ? { icon: one.icon } : {}) }
    if ('to' in one)
      return {
        ...look,
        disabledReason: one.allowed ? reasonOf(one.allowed(row, session)) : null,
        run: () => router.history.push(one.to(row, session.category)),
      }
    return {
      ...look,
      ...(one.tone ? { tone: one.tone } : {}),
      disabledReason: refusal(one.action_id) ?? reasonOf(one.allowed(row, session)),
      run: () => setAsked(one),
    }
  })
  return (
    <>
      <Menu
        entries={entries}
        trigger={
          <button
            type="button"
            aria-label="Row actions"
            className="grid size-8 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12 pointer-coarse:size-12"
          >
            <EllipsisVertical size={16} aria-hidden />
          </button>
        }
      />
      {asked && (
        <ConfirmAction
          open
          label={asked.label}
          withComment={commentAsked(asked)}
          onClose={() => setAsked(null)}
          onConfirm={async (comment) =>
            (await action.run(asked.input?.(row, comment) ?? idsInput([row.id], comment))) !== undefined
          }
        />
      )}
    </>
  )
}
