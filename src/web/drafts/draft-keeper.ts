/** Keeps typed texts at once on the device, and after a pause on the server, until they are saved. No React. */
import { type Changes, changesSince, isSame, type Restored, restored, without } from './changes.ts'
import type { Device } from './device.ts'

/** Where the last typed value is safe. */
export type Kept = 'nothing' | 'nowhere' | 'device' | 'server'

export interface KeeperParts {
  readonly device: Pick<Device, 'read' | 'change'> | null
  readonly name: string
  readonly saved: Readonly<Record<string, string>>
  /** The server's draft, also of other devices. */
  readonly load: () => Promise<Changes<string>>
  readonly send: (changes: Changes<string>) => Promise<unknown>
  readonly drop: (names: readonly string[]) => Promise<unknown>
  readonly onKept: (kept: Kept) => void
  /** Runs the work after the pause; returns how to cancel it. */
  readonly later: (work: () => void) => () => void
}

export interface DraftKeeper {
  /** The values typed before. The device's own win: they are the ones that never arrived. */
  readonly start: () => Promise<Restored<string>>
  readonly typed: (values: Readonly<Record<string, string>>) => void
  /** The form shows these from now on; they need no further keeping. */
  readonly shown: (values: Readonly<Record<string, string>>) => void
  readonly flush: () => Promise<void>
  /** Drops these names, or all. After a save, and by Discard. */
  readonly drop: (names?: readonly string[]) => Promise<void>
}

type Change = (before: Changes<string>) => Changes<string>

/**
 * Another tab may keep cells under the same name: each changes its own and leaves the others.
 * @returns whether the device keeps them
 */
async function changeOnDevice(device: KeeperParts['device'], name: string, change: Change): Promise<boolean> {
  try {
    await device?.change<Changes<string>>(name, (before) => {
      const after = change(before ?? {})
      return Object.keys(after).length > 0 ? after : null
    })
    return device !== null
  } catch {
    return false
  }
}

export function draftKeeper({ device, name, saved, ...parts }: KeeperParts): DraftKeeper {
  let known = saved
  let pending: Changes<string> = {}
  let sending: Promise<void> = Promise.resolve()
  let cancel = () => {}
  const onServer = new Set<string>()

  const onDevice = (change: Change) => changeOnDevice(device, name, change)
  const keepOnDevice = async (changes: Changes<string>) => {
    if (!device) return
    parts.onKept((await onDevice((before) => ({ ...before, ...changes }))) ? 'device' : 'nowhere')
  }
  const flush = async (): Promise<void> => {
    cancel()
    await sending
    if (Object.keys(pending).length === 0) return
    const batch = pending
    for (const key of Object.keys(batch)) onServer.add(key)
    sending = parts.send(batch).then(
      async () => {
        pending = without(pending, batch)
        // A cell typed again meanwhile, here or in another tab, stays.
        await onDevice((before) => differing(before, batch))
        if (Object.keys(pending).length === 0) parts.onKept('server')
      },
      // They stay on the device until there is a connection, or the page shows that the record has changed.
      () => undefined,
    )
    await sending
  }

  return {
    start: async () => {
      const own = (await device?.read<Changes<string>>(name)) ?? {}
      pending = { ...own, ...pending }
      const theirs = await parts.load().catch(() => ({}))
      for (const key of Object.keys(theirs)) onServer.add(key)
      if (Object.keys(pending).length > 0) void flush()
      return restored({ ...theirs, ...own }, saved, '')
    },
    typed: (values) => {
      const changes = changesSince(known, values, saved, '')
      if (Object.keys(changes).length === 0) return
      known = values
      pending = { ...pending, ...changes }
      void keepOnDevice(changes)
      cancel()
      cancel = parts.later(() => void flush())
    },
    shown: (values) => {
      known = { ...known, ...values }
    },
    flush,
    drop: async (names) => {
      cancel()
      await sending
      const gone = names ?? [...new Set([...Object.keys(pending), ...onServer])]
      const there = gone.filter((key) => onServer.has(key))
      pending = omit(pending, gone)
      for (const key of gone) onServer.delete(key)
      parts.onKept('nothing')
      await onDevice((before) => omit(before, gone))
      if (there.length > 0) await parts.drop(there).catch(() => undefined)
    },
  }
}

const omit = (changes: Changes<string>, keys: readonly string[]): Changes<string> =>
  Object.fromEntries(Object.entries(changes).filter(([key]) => !keys.includes(key)))

/** The changes that say another thing than those sent. */
const differing = (changes: Changes<string>, sent: Changes<string>): Changes<string> =>
  Object.fromEntries(Object.entries(changes).filter(([key, { now }]) => !isSame(now, sent[key]?.now)))
