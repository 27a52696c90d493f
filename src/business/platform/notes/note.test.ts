import { describe, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { canChangeNote, canRemoveNote, mentionAt, mentionedIn, namesFor } from './note.rules.ts'

const people = ['Ann', 'Ann Lee', 'Amelia Stanton', 'Bo O’Hara'].map((name) => ({ name }))
const named = (text: string) => mentionedIn(text, people).map(({ name }) => name)

describe('the people whom a note names', () => {
  test.each([
    ['Ask @Ann Lee, please', ['Ann Lee']],
    ['@ann lee and @Ann: look', ['Ann', 'Ann Lee']],
    ['@Annabel is nobody here', []],
    ['mail ann@ann.example', []],
    ['(@Bo O’Hara)', ['Bo O’Hara']],
    ['Amelia Stanton without the sign', []],
    ['@Ann Leeds', ['Ann']],
  ])('%s', (text, names) => {
    expect(named(text)).toEqual(names)
  })
})

describe('a mention while it is typed', () => {
  test('begins with its sign and ends at the caret', () => {
    expect(mentionAt('Ask @am', 7)).toEqual({ from: 4, name: 'am' })
    expect(mentionAt('Ask @am later', 7)).toEqual({ from: 4, name: 'am' })
    expect(mentionAt('me@home', 7)).toBeNull()
    expect(mentionAt('@a\nb', 4)).toBeNull()
    expect(mentionAt('no sign', 7)).toBeNull()
  })

  test('offers names by any of their words', () => {
    expect(namesFor('st', people)).toEqual([{ name: 'Amelia Stanton' }])
    expect(namesFor('ann l', people)).toEqual([{ name: 'Ann Lee' }])
    expect(namesFor('Ann Lee is', people)).toEqual([])
    expect(namesFor('', people)).toHaveLength(4)
  })
})

test('a note is changed by its author for fifteen minutes, and removed by them at any time', () => {
  const note = { user_id: 'ann', created_at: '2026-11-27T10:00:00.000+00:00' }
  const at = (time: string) => instant(`2026-11-27T${time}Z`)
  expect(canChangeNote(note, { user_id: 'ann' }, at('10:14:59'))).toBe(true)
  expect(canChangeNote(note, { user_id: 'ann' }, at('10:15:00'))).toMatchObject({ code: 'precondition' })
  expect(canChangeNote(note, { user_id: 'bo' }, at('10:01:00'))).toMatchObject({ code: 'not_allowed' })
  expect(canRemoveNote(note, { user_id: 'ann' })).toBe(true)
  expect(canRemoveNote(note, { user_id: 'bo' })).toMatchObject({ code: 'not_allowed' })
})
