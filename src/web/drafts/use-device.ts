import { useMemo } from 'react'
import { useSession } from '#web/core/session.ts'
import { type Device, deviceOf } from './device.ts'

/** Null while somebody acts as another user: nothing of theirs is kept under that user's name. */
export function useDevice(): Device | null {
  const { user, business, device_key } = useSession()
  return useMemo(
    () => (device_key === null ? null : deviceOf({ user_id: user.id, business_id: business.id, device_key })),
    [user.id, business.id, device_key],
  )
}
