import { expect, test } from 'vitest'
import { oneIntention } from './one-intention.ts'

/** A sender whose answers come when told, and a timer that fires when told. */
function world() {
  const sent: ((data: string | undefined) => void)[] = []
  const timers: (() => void)[] = []
  const run = oneIntention<string>((forget) => timers.push(forget))
  const send = () => new Promise<string | undefined>((answer) => sent.push(answer))
  return { sent, timers, click: (input: string) => run(input, send) }
}

test('two clicks while the answer is under way are one, with one answer', async () => {
  const { sent, click } = world()
  const both = [click('pay'), click('pay')]
  sent[0]?.('paid')
  expect(await Promise.all(both)).toEqual(['paid', 'paid'])
  expect(sent).toHaveLength(1)
})

test('a click right after a quick answer is the same intention, one later is a new one', async () => {
  const { sent, timers, click } = world()
  const first = click('pay')
  sent[0]?.('paid')
  await first
  expect(await click('pay')).toBe('paid')
  expect(sent).toHaveLength(1)
  timers[0]?.()
  void click('pay')
  expect(sent).toHaveLength(2)
})

test('a failure may be retried at once; other input is a new intention', async () => {
  const { sent, click } = world()
  const first = click('pay')
  sent[0]?.(undefined)
  expect(await first).toBeUndefined()
  void click('pay')
  void click('pay more')
  expect(sent).toHaveLength(3)
})
