import { expect, test } from 'vitest'
import type { Changes } from './changes.ts'
import { draftKeeper, type KeeperParts, type Kept } from './draft-keeper.ts'

/** A device and a server that can be cut off. */
function bench(saved: Record<string, string> = {}) {
  const device = new Map<string, unknown>()
  const server: Record<string, { now: string; was: string }> = {}
  const said: Kept[] = []
  let isOnline = true
  let due = () => {}
  const online = async <T>(work: () => T): Promise<T> => {
    if (!isOnline) throw new Error('lost')
    return work()
  }
  const parts: KeeperParts = {
    device: {
      read: async <T>(name: string) => (structuredClone(device.get(name)) as T | undefined) ?? null,
      change: async <T>(name: string, next: (before: T | null) => T | null) => {
        const value = next((structuredClone(device.get(name)) as T | undefined) ?? null)
        if (value === null) device.delete(name)
        else device.set(name, structuredClone(value))
      },
    },
    name: 'timesheet 1',
    saved,
    load: () => online(() => structuredClone(server)),
    send: (changes: Changes<string>) => online(() => Object.assign(server, structuredClone(changes))),
    drop: (names) =>
      online(() => {
        for (const name of names) delete server[name]
      }),
    onKept: (kept) => said.push(kept),
    later: (work) => {
      due = work
      return () => {
        due = () => {}
      }
    },
  }
  return {
    device,
    server,
    said,
    open: (now = saved) => draftKeeper({ ...parts, saved: now }),
    cut: (is: boolean) => {
      isOnline = !is
    },
    pause: () => due(),
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('draft: a typed cell is on the device at once, on the server after the pause, then on the server alone', async () => {
  const it = bench()
  const keeper = it.open()
  await keeper.start()
  keeper.typed({ mon: '7' })
  await settled()
  expect([it.device.get('timesheet 1'), it.server]).toEqual([{ mon: { now: '7', was: '' } }, {}])
  it.pause()
  await settled()
  expect([it.device.size, it.server]).toEqual([0, { mon: { now: '7', was: '' } }])
  expect(it.said.at(-1)).toBe('server')
})

test('draft: offline and after a reload the words are back, and arrive with the connection', async () => {
  const it = bench()
  const before = it.open()
  await before.start()
  it.cut(true)
  before.typed({ mon: '7', tue: '8' })
  it.pause()
  await settled()
  expect(it.said.at(-1)).toBe('device')
  const after = it.open()
  expect(await after.start()).toEqual({ values: { mon: '7', tue: '8' }, moved: [] })
  it.cut(false)
  await after.flush()
  expect(it.server).toEqual({ mon: { now: '7', was: '' }, tue: { now: '8', was: '' } })
})

test('draft: words of two devices come together, and each cell has its last one', async () => {
  const it = bench()
  it.server.wed = { now: '3', was: '' }
  it.server.mon = { now: '5', was: '' }
  it.device.set('timesheet 1', { mon: { now: '7', was: '' } })
  expect((await it.open().start()).values).toEqual({ mon: '7', wed: '3' })
  await settled()
  expect(it.server.mon?.now).toBe('7')
})

test('draft: what is typed before the draft is read does not overwrite it', async () => {
  const it = bench()
  it.cut(true)
  it.device.set('timesheet 1', { mon: { now: '7', was: '' } })
  const keeper = it.open()
  const reading = keeper.start()
  keeper.typed({ tue: '8' })
  await reading
  await settled()
  expect(it.device.get('timesheet 1')).toEqual({ mon: { now: '7', was: '' }, tue: { now: '8', was: '' } })
})

test('draft: two tabs without a connection keep the cells of both, each with its last value', async () => {
  const it = bench()
  it.cut(true)
  const one = it.open()
  const two = it.open()
  await Promise.all([one.start(), two.start()])
  one.typed({ mon: '7' })
  await settled()
  two.typed({ mon: '8', tue: '4' })
  await settled()
  one.typed({ mon: '7', wed: '3' })
  await settled()
  const all = { mon: { now: '8', was: '' }, tue: { now: '4', was: '' }, wed: { now: '3', was: '' } }
  expect(it.device.get('timesheet 1')).toEqual(all)
  // A sending of the first tab removes nothing of the second.
  it.cut(false)
  await one.flush()
  expect(it.device.get('timesheet 1')).toEqual({ mon: all.mon, tue: all.tue })
  await two.flush()
  expect([it.device.size, it.server]).toEqual([0, all])
})

test('draft: a cell that was saved with another value meanwhile keeps the typed one and is named', async () => {
  const it = bench({ mon: '8' })
  it.server.mon = { now: '6', was: '7' }
  expect(await it.open().start()).toEqual({ values: { mon: '6' }, moved: ['mon'] })
})

test('draft: after a save nothing is left, also of a cell that was typed again within the pause', async () => {
  const it = bench()
  const keeper = it.open()
  await keeper.start()
  keeper.typed({ mon: '7' })
  await keeper.flush()
  keeper.typed({ mon: '8' })
  await keeper.drop()
  expect([it.device.size, it.server]).toEqual([0, {}])
  expect((await it.open({ mon: '8' }).start()).values).toEqual({})
})

test('draft: discarding some cells leaves the others', async () => {
  const it = bench()
  const keeper = it.open()
  await keeper.start()
  keeper.typed({ mon: '7', tue: '8' })
  await keeper.flush()
  await keeper.drop(['mon'])
  expect(Object.keys(it.server)).toEqual(['tue'])
})
