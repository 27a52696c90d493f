import { ChevronsUpDown } from 'lucide-react'
import { labelOf } from '#entity/choices.ts'
import { useSession } from '#web/core/session.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { switchBusiness } from './queries.ts'

/** The business the user acts for, and the others open to the user. */
export function BusinessMenu() {
  const session = useSession()
  const name = (
    <span className="flex min-w-0 flex-col text-left leading-4">
      <span className="truncate text-13 font-medium">{session.business.name}</span>
      <span className="truncate text-12 text-n11">{labelOf(session.business.type)}</span>
    </span>
  )
  if (session.businesses.length < 2) return <div className="flex min-w-0 items-center px-1">{name}</div>
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Acting for ${session.business.name}. Switch`}
          className="flex h-9 min-w-0 items-center gap-2 rounded px-1.5 hover:bg-n4"
        >
          {name}
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-n10" />
        </button>
      }
      entries={[
        { heading: 'Act for' },
        ...session.businesses.map((one) => ({
          label: one.business_name,
          checked: one.business_contact_id === session.business_contact_id,
          hint: <span className="text-12 text-n11">{labelOf(one.category)}</span>,
          run: () =>
            void switchBusiness(one.business_contact_id).catch((error: Error) => notify.error(error.message)),
        })),
      ]}
    />
  )
}
