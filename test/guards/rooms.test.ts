import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawRooms, rooms_picture } from '../../scripts/draw-rooms.ts'
import {
  misplacedSubRooms,
  ROOMS,
  roomImports,
  SUB_ROOMS,
  twoWayFaults,
  unknownRooms,
  unusedExceptions,
  upwardImports,
  upwardSubImports,
} from './rooms.ts'
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

describe('order of sub-rooms', () => {
  test('repository: every sub-room has a place, and every place a sub-room', () => {
    expect(misplacedSubRooms(code)).toEqual([])
  })
  test('repository: no sub-room imports a higher sub-room', () => {
    expect(code.flatMap(upwardSubImports)).toEqual([])
  })
})

describe('folders of a room', () => {
  test('repository: no two folders import each other', () => {
    expect(twoWayFaults(code)).toEqual([])
  })
})

describe('order of rooms: exceptions', () => {
  test('repository: every exception is used', () => {
    expect(unusedExceptions(code)).toEqual([])
  })
})

const architecture = readFileSync('docs/architecture.md', 'utf8')

/** The names that the table under a heading describes, in its order. */
const describedUnder = (heading: string): (string | undefined)[] =>
  [
    ...(architecture
      .split(`\n${heading}\n`)[1]
      ?.split(/\n##+ /)[0]
      ?.matchAll(/^\| `([\w-]+)` \|/gm) ?? []),
  ].map(([, name]) => name)

describe('documents of the rooms', () => {
  test('architecture.md: describes each room, in the order', () => {
    expect(describedUnder('## Rooms')).toEqual(ROOMS)
  })
  test.each(Object.entries(SUB_ROOMS))(
    'architecture.md: describes each sub-room of %s, in the order',
    (room, order) => {
      expect(describedUnder(`#### Sub-rooms of ${room}`)).toEqual(order)
    },
  )
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

describe('order of sub-rooms: the guard bites, and only there', () => {
  const reported = (path: string, text: string) =>
    upwardSubImports({ path: `src/business/payroll/${path}`, text })
  test.each([
    ['months/a.rules.ts', `import { b } from '../returns/b.rules.ts'\n`],
    ['months/a.rules.ts', `import type { b } from '../returns/b.rules.ts'\n`],
    ['months/a.card.tsx', `const b = () => import('#business/payroll/returns/b.card.tsx')\n`],
    ['months/a.page.tsx', `import { b } from '../b.page.tsx'\n`],
  ])('upward import: %s with %s is reported', (path, text) => {
    expect(reported(path, text)).toHaveLength(1)
  })
  test.each([
    ['returns/a.rules.ts', `import { b } from '../months/b.rules.ts'\n`],
    ['returns/a.rules.ts', `import { b } from './b.rules.ts'\n`],
    ['a.page.tsx', `import { b } from './returns/b.card.tsx'\n`],
    ['months/a.test.ts', `import { b } from '../returns/b.rules.ts'\n`],
  ])('other import: %s with %s passes', (path, text) => {
    expect(reported(path, text)).toEqual([])
  })
  test('sub-room without a place: is reported', () => {
    const file = { path: 'src/business/payroll/odds/x.rules.ts', text: '' }
    expect(misplacedSubRooms([...code, file])).toEqual(['payroll/odds has no place in the order'])
  })
  test('place without a sub-room: is reported', () => {
    const left = code.filter(({ path }) => !path.includes('/payroll/cis/'))
    expect(misplacedSubRooms(left)).toEqual(['payroll/cis has no file'])
  })
})

describe('folders of a room: the guard bites', () => {
  test('two folders that import each other, one for a type: are reported', () => {
    const files = [
      { path: 'src/business/inbox/a/one.rules.ts', text: `import { two } from '../b/two.rules.ts'\n` },
      { path: 'src/business/inbox/b/two.rules.ts', text: `import type { one } from '../a/one.rules.ts'\n` },
    ]
    expect(twoWayFaults([...code, ...files])).toEqual(['inbox: a and b import each other'])
    expect(twoWayFaults([...code, ...files.slice(1)])).toEqual([])
  })
})
