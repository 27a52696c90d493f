/** The repository as the guards see it: every file that is ours, its code without comments, its imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export type SourceFile = {
  /** From the repository's root, with `/`. */
  path: string
  text: string
}

/** A rule's finding; the test fails with these lines. */
export type Finding = string

export type Rule = (file: SourceFile) => Finding[]

const repository = fileURLToPath(new URL('../../', import.meta.url))
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.stint', 'test-results'])
export const TEXT = /\.(ts|tsx|mjs|js|json|md|sql|css|html|typ|yml|yaml|graphql)$|^\.ci\/run$/

function walk(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

/** Every text file of the repository but those that a program writes. */
export function allFiles(): SourceFile[] {
  return walk('')
    .filter((path) => TEXT.test(path) && !path.endsWith('.gen.ts'))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }))
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = (path: string) =>
  /\.(test|e2e)\.tsx?$/.test(path) || /^(test|e2e|stories|bench)\//.test(path)

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/**
 * The code with comments blanked and, if `strings` is 'blank', what stands in quotes too; lines and columns
 * stay where they are. A scanner of quotes, not a parser: enough to tell prose from code.
 */
export function codeOf(text: string, strings: 'keep' | 'blank' = 'blank'): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  return text.replace(token, (found) => {
    if (found.startsWith('//') || found.startsWith('/*')) return blank(found)
    if (strings === 'keep') return found
    // What a template literal computes is code.
    const inside = found.slice(1, -1).replace(/\$\{[^}]*\}|[^\n]/g, (part) => (part.length > 1 ? part : ' '))
    return `${found[0]}${inside}${found[0]}`
  })
}

/** Each line of the file where the pattern (without the g flag) is found, as `path:line: text`. */
export function linesWith(file: SourceFile, pattern: RegExp, code: string): Finding[] {
  const shown = file.text.split('\n')
  return code
    .split('\n')
    .flatMap((line, at) =>
      pattern.test(line) ? [`${file.path}:${at + 1}: ${(shown[at] ?? '').trim().slice(0, 120)}`] : [],
    )
}

export type Import = { from: string; typeOnly: boolean }

/** The modules a file names, static, dynamic and re-exported. */
export function importsOf(file: SourceFile): Import[] {
  const code = codeOf(file.text, 'keep')
  const statics =
    /\b(?:import|export)\s+(type\s)?[^'"`;()]*?from\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]/g
  const dynamic = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g
  return [
    ...[...code.matchAll(statics)].map(([, type, from, bare]) => ({
      from: from ?? bare ?? '',
      typeOnly: type !== undefined,
    })),
    ...[...code.matchAll(dynamic)].map(([, from]) => ({ from: from ?? '', typeOnly: false })),
  ]
}

const aliases: readonly (readonly [string, string])[] = [
  ['#kernel/', 'src/kernel/'],
  ['#entity/', 'src/entity/'],
  ['#business/', 'src/business/'],
  ['#data/', 'src/data/'],
  ['#server/', 'src/server/'],
  ['#web/', 'src/web/'],
  ['#demo/', 'src/demo/'],
  ['#test/', 'test/'],
]

/** The repository's file that an import means, or null for a package. */
export function resolveImport(importer: string, from: string): string | null {
  if (from.startsWith('.')) return posix.join(dirname(importer), from)
  const alias = aliases.find(([prefix]) => from.startsWith(prefix))
  return alias ? alias[1] + from.slice(alias[0].length) : null
}

/** What a rule finds in the files it is meant for. */
export function findings(rule: Rule, files: readonly SourceFile[]): Finding[] {
  return files.flatMap(rule)
}
