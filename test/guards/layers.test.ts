import { describe, expect, test } from 'vitest'
import { doorFaults, importCycles, layerFaults } from './layers.ts'
import { allFiles, isCode, type SourceFile } from './source.ts'

const code = allFiles().filter((file) => isCode(file.path))

describe('the arrows of the architecture', () => {
  test('no file knows one that its layer must not', () => {
    expect(code.flatMap(layerFaults)).toEqual([])
    expect(code.flatMap(doorFaults)).toEqual([])
  })
  test('no files import each other in a circle', () => {
    expect(importCycles(code)).toEqual([])
  })
  test('there is something to guard', () => {
    expect(code.filter((file) => file.path.startsWith('src/')).length).toBeGreaterThan(50)
  })
})

const file = (path: string, from: string): SourceFile => ({ path, text: `import { x } from '${from}'\n` })

describe('the guard bites', () => {
  test.each([
    ['src/kernel/day.ts', '#entity/kinds.ts', 'kernel must not know entity'],
    ['src/kernel/day.ts', 'zod', 'the kernel imports nothing'],
    ['src/entity/entity.ts', '#business/invoices/invoice.entity.ts', 'entity must not know facts'],
    ['src/business/invoices/raise.rules.ts', './raise.server.ts', 'facts must not know verbs'],
    ['src/business/invoices/raise.rules.ts', '#web/ui/Button.tsx', 'facts must not know web-ui'],
    ['src/business/invoices/raise.server.ts', '#server/http/http.ts', 'verbs must not know server'],
    ['src/business/invoices/raise.server.ts', '../ledger/sums.ts', 'not a file that other folders may use'],
    ['src/business/records/invoice.page.tsx', './raise.server.ts', 'screens must not know verbs'],
    ['src/web/ui/Button.tsx', '#web/list/model/list.ts', 'web-ui must not know web-generic'],
    ['src/web/list/model/list.ts', '#business/invoices/invoice.entity.ts', 'web-generic must not know facts'],
    ['src/web/app/main.tsx', '#data/visible.ts', 'web-app must not know data'],
    ['src/server/http/http.ts', '#test/database.ts', 'does not know its tests'],
  ])('%s → %s', (path, from, why) => {
    expect(layerFaults(file(path, from))).toEqual([expect.stringContaining(why)])
  })

  test.each([
    ['src/business/invoices/raise.server.ts', '#server/verb.ts'],
    ['src/business/invoices/raise.server.ts', '../ledger/post.server.ts'],
    ['src/business/invoices/raise.rules.ts', '#business/parties/business.entity.ts'],
    ['src/data/visible.ts', '#business/access.ts'],
    ['src/web/app/main.tsx', '#business/invoices/invoice.page.tsx'],
    ['src/business/invoices/raise.test.ts', '#test/database.ts'],
  ])('and lets %s → %s pass', (path, from) => {
    expect(layerFaults(file(path, from))).toEqual([])
  })

  test('an instrument of the verbs that knows the business is named', () => {
    const instrument = file('src/server/pdf/pdf-render.ts', '#business/invoices/invoice.entity.ts')
    expect(doorFaults(instrument)).toHaveLength(1)
    expect(doorFaults(file('src/server/pdf/pdf-render.ts', '#kernel/day.ts'))).toEqual([])
  })

  test('type imports, re-exports and dynamic imports are seen too', () => {
    const texts = [
      `import type { A } from '#server/http/http.ts'`,
      `export { a } from '#server/http/http.ts'`,
      `const a = await import('#server/http/http.ts')`,
      `import {\n  a,\n  b,\n} from '#server/http/http.ts'`,
      `import '#server/http/http.ts'`,
    ]
    for (const text of texts) expect(layerFaults({ path: 'src/kernel/a.ts', text })).toHaveLength(1)
  })

  test('an import in a comment or a text is none', () => {
    const text = `// import { a } from '#server/http/http.ts'\n/* import '#server/http/http.ts' */\n`
    expect(layerFaults({ path: 'src/kernel/a.ts', text })).toEqual([])
  })

  test('a circle is named, also one of types', () => {
    const a = file('src/server/a.ts', './b.ts')
    const b = file('src/server/b.ts', './c.ts')
    expect(importCycles([a, b, file('src/server/c.ts', './a.ts')])).toEqual([
      'src/server/a.ts → src/server/b.ts → src/server/c.ts → src/server/a.ts',
    ])
    const typed = { path: 'src/server/c.ts', text: `import type { A } from './a.ts'` }
    expect(importCycles([a, b, typed])).toHaveLength(1)
    expect(importCycles([a, b, file('src/server/c.ts', './d.ts')])).toEqual([])
  })
})
