import { expect, test } from 'vitest'
import { stepUpQueue } from './step-up.ts'

const recent = { methods: ['totp'], max_age: 300 } as const
const own = { methods: ['totp'], max_age: 0, action_id: 'a', input_hash: 'h' } as const

test('step-up: without a dialog nobody confirms', async () => {
  expect(await stepUpQueue().ask(recent)).toBeNull()
})

test('step-up: one confirmation serves all calls that need no other', async () => {
  const queue = stepUpQueue()
  queue.open()
  const answers = [queue.ask(recent), queue.ask(own), queue.ask(recent)]
  queue.answer({})
  expect(await answers[0]).toEqual({})
  expect(await answers[2]).toEqual({})
  expect(queue.first()?.need).toBe(own)
  queue.answer({ step_up_token: 't' })
  expect(await answers[1]).toEqual({ step_up_token: 't' })
  expect(queue.first()).toBeNull()
})

test('step-up: a refusal ends its own call alone, a sign-out all of them', async () => {
  const queue = stepUpQueue()
  const close = queue.open()
  const answers = [queue.ask(recent), queue.ask(own)]
  queue.answer(null)
  expect(await answers[0]).toBeNull()
  expect(queue.first()?.need).toBe(own)
  close()
  expect(await answers[1]).toBeNull()
})
