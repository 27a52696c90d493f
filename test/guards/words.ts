/** What must not be written, and where: each rule names the way to do it instead. */
import { posix } from 'node:path'
import {
  codeOf,
  type Finding,
  isCode,
  isTest,
  linesWith,
  type Rule,
  type SourceFile,
  TEXT,
} from './source.ts'

type Where = (path: string) => boolean

const product: Where = (path) => isCode(path) && path.startsWith('src/') && !isTest(path)
const outside =
  (...folders: string[]): Where =>
  (path) =>
    product(path) && !folders.some((folder) => path.startsWith(folder))

const ban = (pattern: RegExp, where: Where): Rule => {
  return (file) => (where(file.path) ? linesWith(file, pattern, codeOf(file.text)) : [])
}

/** The samples that show each rule biting stand in these. */
const inGuards = (path: string) => path.startsWith('test/guards/')

/** "Today" is a London calendar day from the injected clock; only the kernel touches Date. */
export const ownTime = ban(/\bnew Date\b|\bDate\.(now|parse|UTC)\b|\bTemporal\.Now\b/, outside('src/kernel/'))

/** An amount never becomes a float: the kernel reads it into integer minor units. */
export const floatAmount = ban(
  /\bparseFloat\b|\bNumber\([^()]*(amount|total|rate|price|vat|net|gross|fee|balance|outstanding)[^()]*\)/i,
  outside('src/kernel/'),
)

/** One rounding function (kernel/round); a kind's cell may show fewer digits. */
export const ownRounding = ban(/\.toFixed\(|\.toPrecision\(/, outside('src/kernel/', 'src/web/kinds/'))
export const roundedMoney = ban(
  /\bMath\.(round|floor|ceil|trunc)\(/,
  (path) => product(path) && path.startsWith('src/business/') && !path.endsWith('.tsx'),
)

/** Unknown is parsed, never waved through. */
export const anyType = ban(/(:|<|\bas|,|\|)\s*any\b(?!\s*:)/, isCode)

/** A suppressed rule is a rule that does not hold. */
export const suppressed: Rule = (file) =>
  isCode(file.path) && !inGuards(file.path)
    ? linesWith(file, /@ts-(ignore|nocheck|expect-error)|biome-ignore(?!\s+\S+:\s+\S+\s+\S)/, file.text)
    : []

/** Tests wait for what they need, not for time to pass. */
export const sleepyTest: Rule = (file) =>
  /\.(test|e2e)\.tsx?$/.test(file.path) && !inGuards(file.path)
    ? linesWith(file, /\bwaitForTimeout\(|\bsetTimeout\(|timers\/promises/, codeOf(file.text, 'keep'))
    : []

/** A skipped test shows nothing, a focused one hides the rest. */
export const skippedTest = ban(/\b(test|it|describe)\.(only|skip|todo|fails)\b/, (path) =>
  /\.(test|e2e)\.tsx?$/.test(path),
)

const COLUMNS_MAX = 9

/** A long list of columns beside a list of values hides the column that is left out: `insertRow` names each. */
export const insertByPosition: Rule = (file) => {
  if (!product(file.path) || file.path === 'src/server/write-row.server.ts') return []
  const inserts = codeOf(file.text, 'keep').matchAll(/\binsert into ([\w."]+)(?: as \w+)? \(([^)]*)\)/gi)
  return [...inserts].flatMap(([, table, columns = '']) =>
    columns.includes('${') || columns.split(',').length > COLUMNS_MAX
      ? [`${file.path} inserts into ${table} by position`]
      : [],
  )
}

/** A record read from JSON loses a misspelt column without a word: `insertRow` and `insertNamed` name each. */
export const insertFromJson: Rule = (file) =>
  product(file.path)
    ? linesWith(file, /\binsert into [\w."]+ select \* from\b/i, codeOf(file.text, 'keep'))
    : []

const documents: Where = (path) => path.endsWith('.md') && !path.startsWith('docs/decisions/')
const named_path = /`((?:src|test|e2e|docs|bench|scripts|stories)\/[\w./-]+\.[a-z]+)`/g

const link = /\]\((?![a-z]+:)([^)#\s]+)[^)]*\)/g

/** The files that a document names in code marks, and those that it links. */
function pathsNamed({ path, text }: SourceFile): string[] {
  const named = documents(path) ? [...text.matchAll(named_path)].map(([, to = '']) => to) : []
  const linked = [...text.matchAll(link)].map(([, to = '']) => posix.join(posix.dirname(path), to))
  return [...named, ...linked]
}

/** A file that a document names is there. Of decision records, which speak of their day, only links; `ROOM` stands for a name. */
export function lostPaths(files: readonly SourceFile[]): Finding[] {
  const paths = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((file) =>
      pathsNamed(file)
        .filter((to) => !paths.has(to) && TEXT.test(to) && !/\bROOM\b|\.gen\.ts$/.test(to))
        .map((to) => `${file.path} names ${to}, which does not exist`),
    )
}

function textRule(pattern: RegExp, exempt: Where): Rule {
  return (file) => (inGuards(file.path) || exempt(file.path) ? [] : linesWith(file, pattern, file.text))
}

/** What is not done is absent from the code and named in docs/gaps.md. */
export const unfinished = textRule(/\b(TODO|FIXME|XXX|HACK)\b/, () => false)

/** Nothing here knows the machine it was written on, or whose registry served it. */
export const machinePath = textRule(
  /(^|[\s'"`=(:])(\/work\/|\/home\/\w|\/root\b|\/Users\/\w|[A-Z]:\\Users)/,
  () => false,
)
export const registryHost = textRule(/registry\.\w+\.\w+|npmjs\.(org|com)|"resolved":/, () => false)

/** A merge of two changes may leave an item of a list twice. */
export const doubledLine: Rule = ({ path, text }) => {
  if (!path.endsWith('.md')) return []
  // Migrations are renumbered when branches meet.
  const lines = text.split('\n').map((line) => line.replace(/ Migrations? \d{4}/, ''))
  return lines.flatMap((line, at) =>
    line.startsWith('- ') && line.length > 60 && lines.indexOf(line) < at
      ? [`${path}:${at + 1}: ${line}`]
      : [],
  )
}

export const rules = {
  ownTime,
  floatAmount,
  ownRounding,
  roundedMoney,
  anyType,
  suppressed,
  sleepyTest,
  skippedTest,
  insertByPosition,
  insertFromJson,
  unfinished,
  machinePath,
  registryHost,
  doubledLine,
} satisfies Record<string, (file: SourceFile) => Finding[]>
