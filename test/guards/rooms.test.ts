import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawRooms, rooms_picture } from '../../scripts/draw-rooms.ts'
import { ROOMS, roomImports, unknownRooms, unusedExceptions, upwardImports } from './rooms.ts'
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

/** The rooms that docs/architecture.md describes, in the order of its table. */
const described = [
  ...(readFileSync('docs/architecture.md', 'utf8')
    .split('\n## Rooms\n')[1]
    ?.matchAll(/^\| `([\w-]+)` \|/gm) ?? []),
].map(([, room]) => room)

describe('documents of the rooms', () => {
  test('architecture.md: describes each room, in the order', () => {
    expect(described).toEqual(ROOMS)
  })
  test(`${rooms_picture}: fits the imports (else run: npm run rooms)`, () => {
    expect(readFileSync(rooms_picture, 'utf8') === drawRooms(code)).toBe(true)
  })
  test('picture: another import between two rooms changes it', () => {
    const file = {
      path: 'src/business/records/made-up.page.tsx',
      text: `import { a } from '#business/tax/a.rules.ts'\n`,
    }
    expect(roomImports(code).get('records')).not.toContain('tax')
    expect(roomImports([...code, file]).get('records')).toContain('tax')
    expect(drawRooms([...code, file])).not.toBe(drawRooms(code))
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
