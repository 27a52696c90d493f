import fc from 'fast-check'
import { expect, test } from 'vitest'
import { no_slots, reslotted, type Slots } from './slots.ts'

const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `row ${from + n}`)
const slotOf = ({ ids, slots }: Slots, id: string) => slots[ids.indexOf(id)]

/** How many of those that stay React would have to move, as it walks from the first to the last. */
function moved(before: Slots, after: Slots): number {
  let last = -1
  let count = 0
  for (const slot of after.slots) {
    const stood = before.slots.indexOf(slot)
    if (stood < 0) continue
    if (stood < last) count += 1
    last = Math.max(last, stood)
  }
  return count
}

test('a row keeps its slot while it is drawn, and no two rows have the same', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 40 }), { maxLength: 8 }), (steps) => {
      let now = no_slots
      for (const step of steps) {
        const next = reslotted(
          now,
          step.map((n) => `row ${n}`),
        )
        expect(next.ids).toEqual(step.map((n) => `row ${n}`))
        expect(new Set(next.slots).size).toBe(step.length)
        for (const id of next.ids) if (now.ids.includes(id)) expect(slotOf(next, id)).toBe(slotOf(now, id))
        // Nothing changed is nothing to draw.
        expect(reslotted(next, next.ids)).toBe(next)
        now = next
      }
    }),
  )
})

test('a jump writes over every row in its order', () => {
  const before = reslotted(no_slots, rows(0, 36))
  const after = reslotted(before, rows(250, 286))
  expect(after.slots).toEqual(before.slots)
})

test('scrolled down: rows above move below; scrolled up: none moves', () => {
  const before = reslotted(no_slots, rows(100, 136))
  const down = reslotted(before, rows(105, 141))
  expect(new Set(down.slots)).toEqual(new Set(before.slots))
  expect(moved(before, down)).toBe(5)
  const up = reslotted(before, rows(95, 131))
  expect(moved(before, up)).toBe(0)
})

test('the row in focus stays its own, above or below all others', () => {
  const before = reslotted(no_slots, [...rows(0, 36)])
  const far = reslotted(before, ['row 3', ...rows(250, 286)])
  expect(slotOf(far, 'row 3')).toBe(slotOf(before, 'row 3'))
  expect(moved(before, far)).toBeLessThanOrEqual(3)
  const back = reslotted(far, [...rows(400, 436), 'row 3'])
  expect(slotOf(back, 'row 3')).toBe(slotOf(before, 'row 3'))
})
