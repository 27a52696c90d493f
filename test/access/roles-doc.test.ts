/** docs/reference/roles.md against the access declarations. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readableFields, sourceAt } from '#data/catalog.ts'
import { catalog } from '#data/registry.ts'
import { CATEGORIES, type Category } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'

const text = readFileSync(new URL('../../docs/reference/roles.md', import.meta.url), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** `all`, `–`, or the roles that read the field, each alone. */
function readersOf(address: string, field: string, category: Category): string {
  const source = sourceAt(catalog(), address)
  const roles = category_roles[category].filter((role) =>
    readableFields(source, { category, roles: [role] }).includes(field),
  )
  if (roles.length === 0) return '–'
  return roles.length === category_roles[category].length ? 'all' : roles.join(', ')
}

describe('docs/reference/roles.md', () => {
  test('has a row for each decided edge', () => {
    const edges = ['contract.rate', 'config.payment_terms', 'business.individual', 'business.service']
    for (const edge of edges)
      expect(
        rows.some(([, name = '']) => name.startsWith(`\`${edge}.`)),
        edge,
      ).toBe(true)
  })
  test.each(rows.map((cells) => [cells[1] ?? '', cells] as const))('%s: roles as declared', (name, cells) => {
    const path = name.replaceAll('`', '')
    const at = path.lastIndexOf('.')
    const readers = CATEGORIES.map((category) => readersOf(path.slice(0, at), path.slice(at + 1), category))
    expect(cells.slice(2, 7)).toEqual(readers)
  })
})
