/** English that can be counted: relative clauses in comments, length of table cells, citations that lead somewhere. */
import { type Finding, isCode, isTest, type SourceFile } from './source.ts'

export type CommentLine = { readonly path: string; readonly line: number; readonly text: string }

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** Lines of comments with words in them. */
export function commentLines({ path, text }: SourceFile): CommentLine[] {
  return [...text.matchAll(TOKEN)].flatMap((found) => {
    if (!/^\/[/*]/.test(found[0])) return []
    const first = text.slice(0, found.index).split('\n').length
    return found[0]
      .split('\n')
      .map((line, at) => ({ path, line: first + at, text: line.trim() }))
      .filter((line) => /[a-z]{2}/i.test(line.text))
  })
}

const CLAUSE = /\b(what|who|whoever|whom|whose)\b/i

export const RELATIVE_CLAUSES_MAX = 0.03

/** Comment lines of the product, and those that name a thing by a relative clause. */
export function relativeClauses(files: readonly SourceFile[]): {
  readonly share: number
  readonly lines: readonly Finding[]
} {
  const product = files.filter(({ path }) => path.startsWith('src/') && isCode(path) && !isTest(path))
  const comments = product.flatMap(commentLines)
  const clauses = comments.filter(({ text }) => CLAUSE.test(text))
  return {
    share: clauses.length / Math.max(1, comments.length),
    lines: clauses.map(({ path, line, text }) => `${path}:${line}: ${text}`),
  }
}

const WORDS_MAX = 40
const PAGES = /^(docs\/.*|README|CONTRIBUTING)\.md$/

/** Table cells too long to read at a glance. */
export function longCells({ path, text }: SourceFile): Finding[] {
  if (!PAGES.test(path)) return []
  return text.split('\n').flatMap((line, at) => {
    if (!line.startsWith('|')) return []
    return line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().split(/\s+/).length)
      .filter((words) => words > WORDS_MAX)
      .map((words) => `${path}:${at + 1}: a cell of ${words} words; ${WORDS_MAX} are the most`)
  })
}

const CITED_PAGE = /(?<![\w./-])(?:docs\/(?:[\w-]+\/)*)?[\w-]+\.md\b/g
const CITED_DECISION = /\bdecision (\d{4})\b/gi

/** A comment names a page by its path, or by its name alone when a folder of the docs has it. */
const placesOf = (cited: string) =>
  cited.startsWith('docs/')
    ? [cited]
    : ['', 'docs/', 'docs/reference/', 'docs/decisions/'].map((folder) => (folder + cited).toLowerCase())

/** Where a file cites: a program in its comments, a document everywhere. */
const citingLines = (file: SourceFile): CommentLine[] =>
  file.path.endsWith('.md')
    ? file.text.split('\n').map((text, at) => ({ path: file.path, line: at + 1, text }))
    : commentLines(file)

/** Pages and decisions that comments and documents cite and the repository does not have. */
export function deadCitations(files: readonly SourceFile[]): Finding[] {
  const paths = files.map(({ path }) => path)
  const pages = new Set(paths.flatMap((path) => [path, path.toLowerCase()]))
  const hasDecision = (number: string) => paths.some((path) => path.startsWith(`docs/decisions/${number}-`))
  return files
    .filter(({ path }) => (isCode(path) || /\.(css|md)$/.test(path)) && !path.startsWith('test/guards/'))
    .flatMap(citingLines)
    .flatMap(({ path, line, text }) => {
      const dead_pages = [...text.matchAll(CITED_PAGE)]
        .map(([cited]) => cited)
        .filter((cited) => !placesOf(cited).some((place) => pages.has(place)))
      const dead_decisions = [...text.matchAll(CITED_DECISION)]
        .filter(([, number = '']) => !hasDecision(number))
        .map(([cited]) => cited)
      return [...dead_pages, ...dead_decisions].map(
        (cited) => `${path}:${line}: ${cited} is not in the repository`,
      )
    })
}
