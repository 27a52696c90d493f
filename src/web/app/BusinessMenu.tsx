import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { CallError } from '#web/core/call.ts'
import { leaveForCompany } from '#web/core/outside.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { switchBusiness } from './queries.ts'

/** The business the user acts for, and the others open to the user. */
export function BusinessMenu() {
  const session = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const name = (
    <span className="flex min-w-0 flex-col text-left leading-4">
      <span className="truncate text-13 font-medium">{session.business.name}</span>
      <span className="truncate text-12 text-n11">{labelOf(session.business.type)}</span>
    </span>
  )
  if (session.businesses.length < 2) return <div className="flex min-w-0 items-center px-1">{name}</div>
  const act = (business_contact_id: string) =>
    switchBusiness(business_contact_id).catch((error: Error) => {
      if (error instanceof CallError && error.step === 'sso')
        setAsked({ business_contact_id, message: error.message })
      else notify.error(error.message)
    })
  return (
    <>
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
            run: () => void act(one.business_contact_id),
          })),
        ]}
      />
      <CompanyDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

interface Asked {
  readonly business_contact_id: string
  readonly message: string
}

/** A business that asks for its own provider. */
function CompanyDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const { business_contact_id } = asked ?? {}
    await leaveForCompany({ business_contact_id, return_to: '/' }).catch((error: Error) => {
      notify.error(error.message)
      setBusy(false)
    })
  }
  return (
    <Modal
      open={asked !== null}
      onClose={onClose}
      title="One more step"
      description={asked?.message ?? ''}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={busy} onClick={() => void leave()}>
            Sign in with your company
          </Button>
        </>
      }
    />
  )
}
