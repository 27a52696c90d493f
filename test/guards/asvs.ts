/** The sheet docs/asvs.md: each requirement once, of one kind, and every named file there. */
import type { Finding } from './source.ts'

const KINDS = ['test', 'code', 'not applicable', 'open'] as const
type Kind = (typeof KINDS)[number]

const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text)

type Line = {
  readonly id: string
  readonly level: string
  readonly what: string
  readonly how: string
  readonly where: string
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The lines of requirements, in the order of the page. */
export function linesOf(page: string): Line[] {
  return page
    .split('\n')
    .filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line))
    .map((line) => {
      const [id = '', level = '', what = '', how = '', ...rest] = cellsOf(line)
      return { id, level, what, how, where: rest.join('|') }
    })
}

/** `V1.2.3` to its level, from a section's levels in order: `{ '1.2': '113' }`. Those of level 3 are left out. */
export function requirementsOf(sections: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(sections).flatMap(([section, levels]) =>
      [...levels]
        .map((level, at) => [`V${section}.${at + 1}`, level] as const)
        .filter(([, level]) => level !== '3'),
    ),
  )
}

const PATH = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|json|md|sql|graphql)$/

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside).filter((inside) => PATH.test(inside))

const isTestFile = (path: string) => /\.test\.tsx?$/.test(path)

/** A reason needs two words or more. */
const isSaid = (text: string) => text.split(/\s+/).length > 1

function faultOf({ id, level, what, how, where }: Line, expected: string | undefined): Finding | null {
  if (expected === undefined) return `${id} is no requirement of level 1 or 2`
  if (level !== expected) return `${id} has level ${expected}, not ${level}`
  if (!isSaid(what)) return `${id} does not say its requirement`
  if (!isKind(how)) return `${id} is of no kind: ${how}`
  const paths = pathsIn(where)
  if (how === 'test' && !paths.some(isTestFile)) return `${id} names no test`
  if (how === 'code' && paths.length === 0) return `${id} names no file`
  return isSaid(where) || paths.length > 0 ? null : `${id} gives no reason`
}

/** @param hasFile whether the repository has a path */
export function sheetFaults(
  page: string,
  requirements: ReadonlyMap<string, string>,
  hasFile: (path: string) => boolean,
): Finding[] {
  const lines = linesOf(page)
  const ids = lines.map(({ id }) => id)
  const missing = [...requirements.keys()].filter((id) => !ids.includes(id))
  const repeated = ids.filter((id, at) => ids.indexOf(id) !== at)
  const gone = lines.flatMap(({ id, where }) =>
    pathsIn(where)
      .filter((path) => !hasFile(path))
      .map((path) => `${id} names ${path}, which is not there`),
  )
  return [
    ...missing.map((id) => `${id} is missing`),
    ...repeated.map((id) => `${id} is there twice`),
    ...lines.flatMap((line) => faultOf(line, requirements.get(line.id)) ?? []),
    ...gone,
    ...countFaults(page, lines),
  ]
}

/** The counts at the top of the page against its lines. */
function countFaults(page: string, lines: readonly Line[]): Finding[] {
  const counted = page.split('\n').flatMap((line) => {
    const [, chapter] = /^\| (V\d+ |all \|)/.exec(line) ?? []
    return chapter ? [{ chapter: chapter.startsWith('all') ? 'all' : chapter.trim(), line }] : []
  })
  const wanted = ['all', ...new Set(lines.map(({ id }) => id.split('.')[0] ?? ''))]
  const absent = wanted.filter((name) => !counted.some(({ chapter }) => chapter === name))
  return [
    ...absent.map((name) => `the counts leave out ${name}`),
    ...counted.flatMap(({ chapter, line }) => {
      const own = chapter === 'all' ? lines : lines.filter(({ id }) => id.startsWith(`${chapter}.`))
      const right = [...KINDS.map((kind) => own.filter(({ how }) => how === kind).length), own.length]
      const given = cellsOf(line).slice(1).map(Number)
      return given.join() === right.join() ? [] : [`${chapter}: the counts are ${right.join(', ')}`]
    }),
  ]
}
