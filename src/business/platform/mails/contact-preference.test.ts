import { expect, test } from 'vitest'
import { mailed, type ReachWay, takesMail, takesMessages } from './contact-preference.rules.ts'

test.each<[ReachWay, boolean, boolean]>([
  ['any', true, true],
  ['email', true, false],
  ['telephone', false, true],
])('reached by %s: mail %s, messages %s', (reach_by, mail, messages) => {
  expect([takesMail({ reach_by }), takesMessages({ reach_by })]).toEqual([mail, messages])
})

test('letters: go to people who prefer the telephone only where nobody else is there', () => {
  const ann = { email: 'ann', reach_by: 'telephone' } as const
  const bea = { email: 'bea', reach_by: 'any' } as const
  expect(mailed([ann, bea])).toEqual([bea])
  expect(mailed([ann])).toEqual([ann])
  expect(mailed([])).toEqual([])
})
