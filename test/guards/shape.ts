/** How files look: small, named for what they do, none that only passes others on. */
import { codeOf, type Finding, isCode, isTest, type SourceFile } from './source.ts'

export const LINES_MAX = 400
/** A table of cases may be longer than what it tests. */
const TEST_LINES_MAX = 600

/** A file that grows past a screenful of screens does more than one thing. */
export function tooLong(file: SourceFile): Finding[] {
  if (!isCode(file.path) && !file.path.endsWith('.css')) return []
  const lines = file.text.trimEnd().split('\n').length
  const most = isTest(file.path) ? TEST_LINES_MAX : LINES_MAX
  return lines > most ? [`${file.path} has ${lines} lines; ${most} are the most`] : []
}

/** Barrels make cycles and drag the server into the browser; import from the file that has it. */
export function barrel(file: SourceFile): Finding[] {
  if (!isCode(file.path)) return []
  if (/(^|\/)index\.(ts|tsx|mjs)$/.test(file.path)) return [`${file.path}: name the file for what it does`]
  const code = codeOf(file.text)
  return /\bexport\s+(type\s+)?(\*|\{[^}]*\})[^;\n]*\bfrom\b/.test(code)
    ? [`${file.path} passes on what another file has`]
    : []
}

const NAME =
  /^[a-z0-9]+(-[a-z0-9]+)*(\.(entity|rules|template|access|server|mail|job|http|screens|list|form|page|card|hook|view|test|db|e2e|property|config|d))*\.(ts|tsx|mjs)$/
const COMPONENT = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/

/** kebab-case with a suffix for where it runs; a file that is one component has the component's name. */
export function misnamed(file: SourceFile): Finding[] {
  if (!isCode(file.path)) return []
  const name = file.path.split('/').at(-1) ?? ''
  return NAME.test(name) || COMPONENT.test(name) ? [] : [`${file.path} is not kebab-case with a known suffix`]
}

/** One title a document, at its top. */
export function titles(file: SourceFile): Finding[] {
  if (!file.path.endsWith('.md')) return []
  const prose = file.text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const count = prose.split('\n').filter((line) => /^# \S/.test(line)).length
  if (count !== 1) return [`${file.path} has ${count} titles`]
  return /^# \S/.test(file.text) ? [] : [`${file.path} does not begin with its title`]
}

/** Migrations are numbered without a gap and open with why. */
export function migrationFaults(files: readonly SourceFile[]): Finding[] {
  const migrations = files.filter((file) => /^migrations\/.*\.sql$/.test(file.path))
  return migrations.flatMap((file, at) => {
    const number = String(at + 1).padStart(4, '0')
    const faults: Finding[] = []
    if (!file.path.startsWith(`migrations/${number}_`))
      faults.push(`${file.path} should have the number ${number}`)
    if (!/^-- Why: \S/.test(file.text)) faults.push(`${file.path} does not open with "-- Why: "`)
    return faults
  })
}
