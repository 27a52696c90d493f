import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/steps.ts'
import { linesOf, requirementsOf, sheetFaults } from './asvs.ts'

/** ASVS 5.0.0: each section with the levels of its requirements, in their order. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

describe('docs/asvs.md', () => {
  const requirements = requirementsOf(sections)

  test('levels 1 and 2 of ASVS 5.0.0: 70 and 183 requirements', () => {
    const levels = [...requirements.values()]
    expect(['1', '2'].map((level) => levels.filter((one) => one === level).length)).toEqual([70, 183])
  })

  test('each requirement: once, with its level, of one kind, every named file there, counted', () => {
    const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
    expect(sheetFaults(page, requirements, (path) => existsSync(join(root, path)))).toEqual([])
    expect(linesOf(page).map(({ id }) => id)).toEqual([...requirements.keys()])
  })
})

describe('asvs: the guard bites', () => {
  const requirements = requirementsOf({ '1.1': '123' })
  const good = [
    '| V1 Encoding | 1 | 0 | 0 | 1 | 2 |',
    '| all | 1 | 0 | 0 | 1 | 2 |',
    '| V1.1.1 | 1 | Decode once | test | `src/a.test.ts` |',
    '| V1.1.2 | 2 | Encode last | open | no encoding. Meets it: one |',
  ]
  const faults = (...lines: string[]) =>
    sheetFaults(lines.join('\n'), requirements, (path) => path === 'src/a.test.ts' || path === 'src/a.ts')
  const [chapter = '', all = '', first = '', second = ''] = good

  test('a whole sheet passes; level 3 is left out', () => {
    expect(faults(...good)).toEqual([])
  })

  test('a missing, repeated or unknown requirement is named', () => {
    expect(faults(chapter, all, first)).toContain('V1.1.2 is missing')
    expect(faults(...good, second)).toContain('V1.1.2 is there twice')
    expect(faults(...good, second.replace('1.1.2', '1.1.3'))).toContain(
      'V1.1.3 is no requirement of level 1 or 2',
    )
  })

  test.each([
    ['| V1.1.1 | 2 | Decode once | test | `src/a.test.ts` |', 'V1.1.1 has level 1, not 2'],
    ['| V1.1.1 | 1 | | test | `src/a.test.ts` |', 'V1.1.1 does not say its requirement'],
    ['| V1.1.1 | 1 | Decode once | partly | `src/a.test.ts` |', 'V1.1.1 is of no kind: partly'],
    ['| V1.1.1 | 1 | Decode once | test | `src/a.ts` |', 'V1.1.1 names no test'],
    [
      '| V1.1.1 | 1 | Decode once | test | `src/b.test.ts` |',
      'V1.1.1 names src/b.test.ts, which is not there',
    ],
    ['| V1.1.1 | 1 | Decode once | code | somewhere else |', 'V1.1.1 names no file'],
    ['| V1.1.1 | 1 | Decode once | not applicable | |', 'V1.1.1 gives no reason'],
  ])('%s: %s', (line, fault) => {
    expect(faults(chapter, all, line, second)).toContain(fault)
  })

  test('counts that are wrong or absent are named', () => {
    expect(faults(chapter, all.replace('| 1 | 2 |', '| 2 | 3 |'), first, second)).toEqual([
      'all: the counts are 1, 0, 0, 1, 2',
    ])
    expect(faults(all, first, second)).toEqual(['the counts leave out V1'])
  })
})
