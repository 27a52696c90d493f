import { Share, Smartphone, SquarePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { day } from '#kernel/day.ts'
import { install, noteOffer, useInstall } from '#web/core/install.ts'
import { type InstallWay, isOffered } from '#web/core/install-offer.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'

/** Offers to install Stint on this device. */
export function InstallOffer() {
  const today = day(useSession().today)
  const { way, facts } = useInstall()
  const [shown, setShown] = useState<InstallWay | null>(null)
  const isDue = way !== null && isOffered(facts, today)
  useEffect(() => {
    if (!isDue) return
    setShown(way)
    noteOffer(today)
  }, [isDue, way, today])
  if (shown === null) return null
  const close = () => setShown(null)
  return (
    <section
      aria-label="Install Stint"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-a2 px-4 py-2"
    >
      <Smartphone size={16} aria-hidden className="shrink-0 text-a11" />
      <p role="status" className="min-w-48 flex-1">
        Install Stint on this device: it opens like an app, and keeps typed hours without a connection.
        {shown === 'share_menu' && <ShareSteps />}
      </p>
      <span className="ml-auto flex gap-2">
        {shown === 'button' && (
          <Button tone="primary" onClick={() => void install().finally(close)}>
            Install
          </Button>
        )}
        <Button onClick={close}>Not now</Button>
      </span>
    </section>
  )
}

function ShareSteps() {
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1 text-n11">
      Tap <Share size={16} aria-hidden /> Share, then <SquarePlus size={16} aria-hidden /> Add to Home Screen.
    </span>
  )
}
