import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Gathering } from '#data/live/live-gather.ts'

let now = 0
const handed: string[][] = []
const gathering = () =>
  new Gathering<string>(
    (gathered) => handed.push(gathered),
    () => now,
  )
const pass = (ms: number) => {
  now += ms
  vi.advanceTimersByTime(ms)
}

beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  handed.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

it('hands on a burst as one, each once, when the first is due', () => {
  const changes = gathering()
  changes.add('a', 50)
  pass(30)
  changes.add('b', 50)
  changes.add('a', 50)
  pass(19)
  expect(handed).toEqual([])
  pass(1)
  expect(handed).toEqual([['a', 'b']])
  pass(1_000)
  expect(handed).toHaveLength(1)
})

it('what is due sooner takes along what has been gathered', () => {
  const changes = gathering()
  changes.add('a', 50)
  changes.add('b', 0)
  pass(0)
  expect(handed).toEqual([['a', 'b']])
  changes.add('c', 50)
  pass(50)
  expect(handed).toEqual([['a', 'b'], ['c']])
})

it('hands on nothing once it is closed', () => {
  const changes = gathering()
  changes.add('a', 50)
  changes.close()
  changes.add('b', 0)
  pass(1_000)
  expect(handed).toEqual([])
})
