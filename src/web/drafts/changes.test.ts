import { expect, test } from 'vitest'
import { changesSince, restored, without } from './changes.ts'

test('changes: a typed, an emptied and a new field, each with what was saved', () => {
  const saved = { mon: '7.5', tue: '8' }
  expect(changesSince(saved, { mon: '6', tue: '8', wed: '4' }, saved, '')).toEqual({
    mon: { now: '6', was: '7.5' },
    wed: { now: '4', was: '' },
  })
  expect(changesSince(saved, { tue: '8' }, saved, '')).toEqual({ mon: { now: '', was: '7.5' } })
})

test('changes: only what moved since the last keeping, and back to the saved value is a change too', () => {
  const saved = { mon: '7.5' }
  expect(changesSince({ mon: '6' }, { mon: '6' }, saved, '')).toEqual({})
  expect(changesSince({ mon: '6' }, { mon: '7.5' }, saved, '')).toEqual({ mon: { now: '7.5', was: '7.5' } })
})

test('restored: the typed values come back, except those that were saved meanwhile', () => {
  const draft = { mon: { now: '6', was: '7.5' }, tue: { now: '8', was: '' } }
  expect(restored(draft, { mon: '7.5', tue: '8' }, '')).toEqual({ values: { mon: '6' }, moved: [] })
})

test('restored: a field that somebody else saved meanwhile keeps the typed value and is named', () => {
  const draft = { mon: { now: '6', was: '7.5' }, tue: { now: '', was: '8' } }
  expect(restored(draft, { mon: '9' }, '')).toEqual({ values: { mon: '6' }, moved: ['mon'] })
})

test('restored: lists and ticks are compared by what they hold', () => {
  const draft = { lines: { now: [{ a: 1 }], was: [] }, sure: { now: true, was: false } }
  expect(restored<unknown>(draft, { lines: [], sure: true }, '')).toEqual({
    values: { lines: [{ a: 1 }] },
    moved: [],
  })
})

test('without: a field typed again while it travelled stays to be sent', () => {
  const sent = { mon: { now: '6', was: '' }, tue: { now: '7', was: '' } }
  const pending = { ...sent, tue: { now: '7.5', was: '' } }
  expect(without(pending, sent)).toEqual({ tue: { now: '7.5', was: '' } })
})
