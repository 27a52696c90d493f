import { useSendOutgoing } from '#web/drafts/use-outgoing.ts'

/** Sends the actions that wait for a connection. Shows nothing. */
export function Outbox() {
  useSendOutgoing()
  return null
}
