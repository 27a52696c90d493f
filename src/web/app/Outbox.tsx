import { useSendOutgoing } from '#web/drafts/use-outgoing.ts'

/** Sends what was pressed without a connection. Shows nothing. */
export function Outbox() {
  useSendOutgoing()
  return null
}
