import { useEffect } from 'react'
import { day } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { forgetOldForms } from '#web/drafts/unsent.ts'
import { useDevice } from '#web/drafts/use-device.ts'
import { useSendOutgoing } from '#web/drafts/use-outgoing.ts'

/** Sends the actions that wait for a connection, and drops old drafts. Shows nothing. */
export function Outbox() {
  const device = useDevice()
  const { today } = useSession()
  useSendOutgoing()
  useEffect(() => {
    if (device) void forgetOldForms(device, day(today)).catch(() => undefined)
  }, [device, today])
  return null
}
