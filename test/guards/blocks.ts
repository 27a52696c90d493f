/** The blocks of docs/blocks.md: each has a component that a screen uses. */
import { type Finding, importsOf, isTest, resolveImport, type SourceFile } from './source.ts'

export const BLOCKS = 51
export const table_path = 'docs/blocks.md'

export type Block = {
  readonly name: string
  readonly component: string
  readonly file: string
  readonly used_in: string
  readonly screen: string
}

const cell = '`([^`|]+)`'
const row_form = new RegExp(`^\\| ([^|]+) \\| ${cell} \\| ${cell} \\| ${cell} \\| ${cell} \\|$`)

export function blocksIn(table: string): Block[] {
  return table.split('\n').flatMap((line) => {
    const [, name, component, file, used_in, screen] = row_form.exec(line) ?? []
    return name && component && file && used_in && screen ? [{ name, component, file, used_in, screen }] : []
  })
}

/** `horizontal and vertical tabs` are two blocks, `review list (two versions)` too. */
export function namesIn(requirement: string): string[] {
  return requirement
    .replace(/\.$/, '')
    .split(', ')
    .flatMap((text) => {
      const name = text.charAt(0).toUpperCase() + text.slice(1)
      const both = /^Horizontal and vertical (\w+?)s?$/.exec(name)
      if (both) {
        const end = name.endsWith('s') ? `${both[1]}s` : both[1]
        return [`Horizontal ${end}`, `Vertical ${end}`]
      }
      const versions = /^(.+) \(two versions\)$/.exec(name)
      return versions ? [1, 2].map((no) => `${versions[1]}, version ${no}`) : [name]
    })
}

/** Files that the pages load, from the declarations of screens and the shell. */
function reached(files: ReadonlyMap<string, SourceFile>): Set<string> {
  const waiting = [...files.keys()].filter((path) => /\.screens\.ts$|^src\/web\/app\/main\.tsx$/.test(path))
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = files.get(path)
    for (const { from, typeOnly } of file ? importsOf(file) : []) {
      const target = typeOnly ? null : resolveImport(path, from)
      if (target === null || seen.has(target)) continue
      seen.add(target)
      waiting.push(target)
    }
  }
  return seen
}

export function blockFaults(
  blocks: readonly Block[],
  all: readonly SourceFile[],
  screens: ReadonlySet<string>,
): Finding[] {
  const files = new Map(all.filter(({ path }) => !isTest(path)).map((file) => [file.path, file]))
  const seen = reached(files)
  return blocks.flatMap(({ name, component, file, used_in, screen }) => {
    const declares = new RegExp(`export (?:const|function) ${component}\\b`)
    const names = new RegExp(`\\b${component}\\b`)
    return [
      ...(declares.test(files.get(file)?.text ?? '') ? [] : [`${name}: ${file} exports no ${component}`]),
      ...(seen.has(file) ? [] : [`${name}: no screen loads ${file}`]),
      ...(seen.has(used_in) && used_in !== file && names.test(files.get(used_in)?.text ?? '')
        ? []
        : [`${name}: ${used_in} does not use ${component}`]),
      ...(screen.startsWith('/') || screens.has(screen) ? [] : [`${name}: there is no screen ${screen}`]),
    ]
  })
}
