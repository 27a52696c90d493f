import { expect, test } from 'vitest'
import { keepOutgoing, type Outgoing, type OutgoingParts, sendOutgoing } from './outgoing.ts'

/** A device with two tabs, and a server that does each key once. */
function bench() {
  const device = new Map<string, unknown>()
  const done = new Map<string, unknown>()
  let fault: 'before' | 'after' | 'refused' | null = null
  let last: Promise<unknown> = Promise.resolve()
  const parts: OutgoingParts = {
    device: {
      read: async <T>(name: string) => (structuredClone(device.get(name)) as T | undefined) ?? null,
      write: async (name, value) => void device.set(name, structuredClone(value)),
      remove: async (name) => void device.delete(name),
    },
    alone: (work) => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    send: async (item) => {
      if (fault === 'refused') throw new Error('refused')
      if (fault === 'before') throw new Error('lost')
      if (!done.has(item.key)) done.set(item.key, item.input)
      if (fault === 'after') throw new Error('lost')
      return { ok: true }
    },
    refusalOf: (error) =>
      (error as Error).message === 'refused' ? { message: 'No', errors: { hours: 'Max number' } } : null,
  }
  return {
    parts,
    device,
    done,
    set: (next: typeof fault) => {
      fault = next
    },
  }
}
const item = (key: string, hours = '7'): Outgoing => ({
  action_id: 'submit',
  input: { hours },
  key,
  label: 'TMS1',
})
const name = 'send timesheet 1'

test('outgoing: a lost request and a lost answer are repeated with the same key, for one effect', async () => {
  const it = bench()
  await keepOutgoing(it.parts, name, item('a'))
  it.set('before')
  expect(await sendOutgoing(it.parts, name)).toEqual({ kind: 'waits' })
  it.set('after')
  expect(await sendOutgoing(it.parts, name)).toEqual({ kind: 'waits' })
  it.set(null)
  expect(await sendOutgoing(it.parts, name)).toEqual({ kind: 'sent', data: { ok: true } })
  expect([[...it.done.keys()], it.device.size]).toEqual([['a'], 0])
})

test('outgoing: two tabs at once send it once', async () => {
  const it = bench()
  await keepOutgoing(it.parts, name, item('a'))
  const both = await Promise.all([sendOutgoing(it.parts, name), sendOutgoing(it.parts, name)])
  expect(both.map(({ kind }) => kind)).toEqual(['sent', 'gone'])
  expect(it.done.size).toBe(1)
})

test('outgoing: the same action pressed again keeps its key, another input replaces it', async () => {
  const it = bench()
  await keepOutgoing(it.parts, name, item('a'))
  await keepOutgoing(it.parts, name, item('b'))
  expect(it.device.get(name)).toMatchObject({ key: 'a' })
  await keepOutgoing(it.parts, name, item('c', '8'))
  expect(it.device.get(name)).toMatchObject({ key: 'c' })
})

test('outgoing: a refusal stays to be read and is not sent again', async () => {
  const it = bench()
  await keepOutgoing(it.parts, name, item('a'))
  it.set('refused')
  expect((await sendOutgoing(it.parts, name)).kind).toBe('refused')
  it.set(null)
  expect((await sendOutgoing(it.parts, name)).kind).toBe('gone')
  expect(it.device.get(name)).toMatchObject({ refusal: { message: 'No', errors: { hours: 'Max number' } } })
  // The corrected one goes with its own key.
  await keepOutgoing(it.parts, name, item('b'))
  expect((await sendOutgoing(it.parts, name)).kind).toBe('sent')
  expect([...it.done.keys()]).toEqual(['b'])
})

test('outgoing: after many interruptions at random there is one effect', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const it = bench()
    await keepOutgoing(it.parts, name, item(`key ${seed}`))
    let state = seed
    for (let step = 0; step < 6; step += 1) {
      state = (state * 1103515245 + 12345) % 2147483648
      it.set(state % 3 === 0 ? 'before' : state % 3 === 1 ? 'after' : null)
      await Promise.all([sendOutgoing(it.parts, name), sendOutgoing(it.parts, name)])
    }
    it.set(null)
    await sendOutgoing(it.parts, name)
    expect([...it.done.keys()]).toEqual([`key ${seed}`])
  }
})
