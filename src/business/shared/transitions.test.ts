import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse } from '#kernel/refusal.ts'
import { transitions } from './transitions.rules.ts'
import { provider_staff } from './who-may.rules.ts'

type Batch = { readonly status: 'on_hold' | 'open' | 'paid'; readonly items: number; readonly maker: string }
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'>

const { can, actions, allowedActions } = transitions<'open' | 'pay' | 'note', Batch, Asker>(
  { name: () => 'Batch B1', words: { paid: 'paid out' } },
  {
    open: { from: ['on_hold'], to: 'open', by: { provider: provider_staff }, done: 'opened' },
    pay: {
      from: ['open'],
      to: 'paid',
      by: { provider: provider_staff },
      done: 'paid',
      already: 'paid',
      before: (batch, viewer) => batch.maker !== viewer.user_id || refuse('not_allowed', 'You made it'),
      refuse: (batch) => batch.items > 0 || refuse('precondition', 'Nothing to pay'),
    },
    note: { to: null, done: 'noted' },
  },
)
const staff: Asker = { category: 'provider', roles: ['provider_admin'], user_id: 'a' }
const batch: Batch = { status: 'open', items: 1, maker: 'b' }

test('transitions: refuses role, person, status and content, in this order', () => {
  const empty: Batch = { status: 'on_hold', items: 0, maker: 'a' }
  expect(can.pay(empty, { ...staff, category: 'client' })).toEqual(
    refuse('not_allowed', errorText.not_allowed),
  )
  expect(can.pay(empty, staff)).toEqual(refuse('not_allowed', 'You made it'))
  expect(can.pay({ ...empty, maker: 'b' }, staff)).toEqual(
    refuse('precondition', 'Batch B1 is on hold and cannot be paid'),
  )
  expect(can.pay({ ...batch, items: 0 }, staff)).toEqual(refuse('precondition', 'Nothing to pay'))
  expect(can.pay(batch, staff)).toBe(true)
})

test('transitions: a finished step is a conflict where the table says so', () => {
  expect(can.pay({ ...batch, status: 'paid' }, staff)).toEqual(refuse('conflict', 'Batch B1 is already paid'))
  expect(can.open(batch, staff)).toEqual(refuse('precondition', 'Batch B1 is open and cannot be opened'))
  expect(can.open({ ...batch, status: 'paid' }, staff)).toEqual(
    refuse('precondition', 'Batch B1 is paid out and cannot be opened'),
  )
})

test('transitions: lists the actions of the table and those open to a viewer', () => {
  expect(actions).toEqual(['open', 'pay', 'note'])
  expect(allowedActions(batch, staff)).toEqual(['pay', 'note'])
  expect(allowedActions(batch, { ...staff, category: 'client' })).toEqual(['note'])
})
