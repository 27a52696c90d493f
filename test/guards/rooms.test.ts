import { describe, expect, test } from 'vitest'
import { unknownRooms, unusedExceptions, upwardImports } from './rooms.ts'
import { allFiles, isCode } from './source.ts'

const code = allFiles().filter((file) => isCode(file.path))

describe('order of rooms', () => {
  test('repository: every room has a place', () => {
    expect(unknownRooms(code)).toEqual([])
  })
  test('repository: no room imports a higher room', () => {
    expect(code.flatMap(upwardImports)).toEqual([])
  })
})

describe('order of rooms: exceptions', () => {
  test('repository: every exception is used', () => {
    expect(unusedExceptions(code)).toEqual([])
  })
})

describe('order of rooms: the guard bites', () => {
  test.each(['a.rules.ts', 'a.server.ts', 'a.page.tsx', 'a.mail.ts', 'a.view.ts'])(
    'upward import: %s is reported',
    (name) => {
      const text = `import { b } from '#business/dashboard/b.rules.ts'\n`
      expect(upwardImports({ path: `src/business/parties/${name}`, text })).toHaveLength(1)
    },
  )
  test('downward import: passes', () => {
    const text = `import type { b } from '../parties/b.entity.ts'\n`
    expect(upwardImports({ path: 'src/business/dashboard/a.rules.ts', text })).toEqual([])
  })
  test('registry: a room that imports it is reported', () => {
    const text = `import { entities } from '#business/entities.ts'\n`
    expect(upwardImports({ path: 'src/business/parties/a.server.ts', text })).toHaveLength(1)
  })
  test('unknown room: is reported', () => {
    expect(unknownRooms([{ path: 'src/business/odds/x.rules.ts', text: '' }])).toHaveLength(1)
  })
})
