/** The actions of this user that wait for a connection, and their sending. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { action, CallError, call } from '#web/core/call.ts'
import { onReconnect } from '#web/core/connection.ts'
import { noteSubmission } from '#web/core/install.ts'
import { type Session, useSession } from '#web/core/session.ts'
import { notify } from '#web/ui/Toast.tsx'
import { type Device, oneTab } from './device.ts'
import {
  keepOutgoing,
  type Outcome,
  type Outgoing,
  type OutgoingParts,
  outgoing_start,
  sendOutgoing,
} from './outgoing.ts'
import { useDevice } from './use-device.ts'

const look_ms = 30_000
/** The same request may get another answer later. */
const passing_codes: readonly CallError['code'][] = ['lost', 'unavailable', 'signed_out', 'too_many']

/** Elsewhere the key alone holds. */
const alone = <T>(work: () => Promise<T>): Promise<T> => oneTab('stint send', work)

const partsOf = (device: Device, send: OutgoingParts['send']): OutgoingParts => ({
  device,
  alone,
  send,
  refusalOf: (error) => {
    if (!(error instanceof CallError)) return null
    return passing_codes.includes(error.code) ? null : { message: error.message, errors: error.errors }
  },
})

const sendNow = ({ action_id, input, key }: Outgoing) => action(action_id, input, key)

/** Another tab may have signed in another person since this page was opened. */
const sendAs =
  (session: Session): OutgoingParts['send'] =>
  async (item) => {
    const now = await call<Session>('/api/auth/session')
    if (now.user.id !== session.user.id || now.business_contact_id !== session.business_contact_id)
      throw new CallError('signed_out', 'Another person is signed in.')
    return sendNow(item)
  }

/** Makes the other tabs of this browser read their records again: they may show the record as it was. */
const sent_elsewhere = 'stint sent'

function tellOtherTabs(): void {
  const channel = new BroadcastChannel(sent_elsewhere)
  channel.postMessage(null)
  channel.close()
}

/** Values that stay show on the record, with a button that drops them. */
async function settle(device: Device, { name, action_id, input }: NonNullable<Outgoing['settles']>) {
  await device.remove(name)
  await call('/api/permission/action', { action_id, input }).catch(() => undefined)
}

const outgoingKey = (name: string) => ['outgoing', name] as const

/** The action that waits under this name or was refused; null for none. */
export function useOutgoing(name: string): Outgoing | null {
  const device = useDevice()
  const { data } = useQuery({
    queryKey: outgoingKey(name),
    enabled: device !== null,
    queryFn: async () => (await device?.read<Outgoing>(outgoing_start + name)) ?? null,
  })
  return data ?? null
}

export interface OutgoingCalls {
  /** Keeps it and tries at once. `waits`: it goes when there is a connection. @throws its refusal */
  readonly submit: (name: string, item: Outgoing) => Promise<Exclude<Outcome, { kind: 'refused' }>>
  readonly takeBack: (name: string) => Promise<void>
}

/** Null where nothing is kept on the device. */
export function useOutgoingCalls(): OutgoingCalls | null {
  const device = useDevice()
  const queries = useQueryClient()
  return useMemo(() => {
    if (!device) return null
    const parts = partsOf(device, sendNow)
    const takeBack = async (name: string) => {
      await alone(() => device.remove(outgoing_start + name))
      await queries.invalidateQueries({ queryKey: outgoingKey(name) })
    }
    return {
      takeBack,
      submit: async (name, item) => {
        await keepOutgoing(parts, outgoing_start + name, item)
        const outcome = await sendOutgoing(parts, outgoing_start + name)
        // The form is open and shows it itself.
        if (outcome.kind === 'refused') {
          await takeBack(name)
          throw outcome.error
        }
        if (outcome.kind === 'sent') tellOtherTabs()
        noteSubmission()
        await queries.invalidateQueries({ queryKey: outgoingKey(name) })
        return outcome
      },
    }
  }, [device, queries])
}

/** Sends waiting actions: at the start, with the connection, on focus and from time to time. */
export function useSendOutgoing(): void {
  const device = useDevice()
  const session = useSession()
  const queries = useQueryClient()
  const send = useCallback(async () => {
    if (!device) return
    const parts = partsOf(device, sendAs(session))
    for (const name of await device.names(outgoing_start)) {
      const item = await device.read<Outgoing>(name)
      const outcome = await sendOutgoing(parts, name)
      if (outcome.kind === 'sent') {
        notify.success(`${item?.label} is submitted`)
        if (item?.settles) await settle(device, item.settles)
      }
      if (outcome.kind === 'refused' && outcome.error instanceof CallError)
        notify.error(`${item?.label} was not submitted. ${outcome.error.message}`)
      if (outcome.kind === 'sent' || outcome.kind === 'refused') {
        tellOtherTabs()
        await queries.invalidateQueries()
      }
    }
  }, [device, session, queries])
  useEffect(() => {
    const channel = new BroadcastChannel(sent_elsewhere)
    channel.onmessage = () => void queries.invalidateQueries()
    return () => channel.close()
  }, [queries])
  useEffect(() => {
    const run = () => void send().catch(() => undefined)
    run()
    const stop = onReconnect(run)
    const timer = setInterval(run, look_ms)
    addEventListener('focus', run)
    return () => {
      stop()
      clearInterval(timer)
      removeEventListener('focus', run)
    }
  }, [send])
}
