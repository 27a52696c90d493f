/** What `check` and `test` are made of: programs that run to their end and are counted. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))

/** `faults`: what failed, each with the first lines of why, to be said again at the end of a long log. */
export type Count = { passed: number; failed: number; faults: readonly string[]; time?: StepTime }

type FileTime = { readonly file: string; readonly ms: number }
type StepTime = { readonly name: string; readonly ms: number; readonly files: readonly FileTime[] }

export const none: Count = { passed: 0, failed: 0, faults: [] }

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((n, count) => n + count.passed, 0),
  failed: counts.reduce((n, count) => n + count.failed, 0),
  faults: counts.flatMap((count) => count.faults),
})

/** One fault as it is said at the end: its name and the first lines of what it said. */
const fault = (name: string, said: string): string =>
  [`✗ ${name}`, ...said.trim().split('\n').slice(0, 8)].join('\n    ')

/** Names the file for the times that scripts/time-reporter.ts writes. */
export const TIMES_FILE = 'STINT_TIMES_FILE'

const bin = (name: string) => join(root, 'node_modules', '.bin', name)

type Outcome = { code: number; said: string }

/** `shown`: as they come; `lines`: as whole lines, between those of a program beside it; `kept`: in the outcome alone. */
type Words = 'shown' | 'lines' | 'kept'

/** Runs a program to its end. */
export function runProgram(
  program: string,
  args: readonly string[],
  words: Words,
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const stdio = words === 'shown' ? 'inherit' : 'pipe'
  const colors = words === 'lines' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...colors, ...variables },
      stdio: ['ignore', stdio, stdio],
    })
    let said = ''
    const keep = (part: Buffer) => {
      said += part.toString()
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      if (words === 'kept') stream.on('data', keep)
      else createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${line}\n`))
    }
    child.once('error', (error) => resolve({ code: 1, said: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

/** A step that is right or wrong as a whole: it counts as one. */
export async function checkStep(name: string, program: string, args: readonly string[]): Promise<Count> {
  const began_ms = performance.now()
  const { code, said } = await runProgram(bin(program), args, 'kept')
  const took = `${((performance.now() - began_ms) / 1000).toFixed(1)} s`
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${took})\n`)
  if (code !== 0) process.stdout.write(`${said.trimEnd()}\n`)
  return outcome(name, code === 0, said)
}

/** The count of a step that is right or wrong as a whole. */
export const outcome = (name: string, right: boolean, said: string): Count =>
  right ? { ...none, passed: 1 } : { ...none, failed: 1, faults: [fault(name, said)] }

type Test = { status: string; fullName?: string; failureMessages?: readonly string[] | null }

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message?: string; assertionResults: Test[] }[]
}

/** A file that could not be loaded has no test to fail, yet it failed. */
export function countReport(report: Report): Count {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const faults = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => fault(`${file.name} › ${test.fullName ?? ''}`, test.failureMessages?.[0] ?? '')),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    faults: [...faults, ...broken.map((file) => fault(file.name, file.message ?? ''))],
  }
}

/**
 * Projects of vitest.config.ts in one run, the files of the next as soon as a worker is free. `filters` are parts of file
 * names, none = all files, and options of vitest; `words` are `lines` beside another step.
 */
export async function vitestStep(
  projects: readonly string[],
  filters: readonly string[],
  words: Words = 'shown',
): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-report-'))
  const file = join(folder, 'report.json')
  const times = join(folder, 'times.json')
  const reporters = ['default', 'json', join(root, 'scripts', 'time-reporter.ts')]
  const args = [
    'run',
    ...projects.map((one) => `--project=${one}`),
    '--passWithNoTests',
    ...reporters.map((one) => `--reporter=${one}`),
  ]
  const name = projects.join(' and ')
  const began_ms = performance.now()
  process.stdout.write(`\n— ${name} tests —\n`)
  try {
    const { code } = await runProgram(
      bin('vitest'),
      [...args, `--outputFile.json=${file}`, ...filters],
      words,
      { [TIMES_FILE]: times },
    )
    const step_time = {
      name,
      ms: performance.now() - began_ms,
      // Written by our own reporter.
      files: existsSync(times) ? (JSON.parse(readFileSync(times, 'utf8')) as FileTime[]) : [],
    }
    const count: Count = {
      // Vitest's own report.
      ...(existsSync(file) ? countReport(JSON.parse(readFileSync(file, 'utf8')) as Report) : none),
      time: step_time,
    }
    // A run may fail beside its tests: a global setup, an error nobody caught.
    return code !== 0 && count.failed === 0
      ? {
          ...count,
          ...outcome(`${name} tests, beside the tests themselves`, false, ''),
          passed: count.passed,
        }
      : count
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** The slowest files of all steps, and the time of each step. */
export function printTimes(counts: readonly Count[]): void {
  const steps = counts.flatMap(({ time }) => time ?? [])
  const slowest = steps
    .flatMap(({ files }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 20)
  process.stdout.write(`\nThe ${slowest.length} slowest files:\n`)
  for (const { file, ms } of slowest) process.stdout.write(`${seconds(ms).padStart(8)} s  ${file}\n`)
  const each = steps.map(({ name, ms }) => `${name} ${seconds(ms)} s`)
  process.stdout.write(`Time of each step: ${each.join(', ')}\n`)
}

/** The closing line, and the exit code it means: nothing run is no success. */
export function finish(counts: readonly Count[]): void {
  const { passed, failed, faults } = sum(counts)
  if (passed + failed === 0) process.stdout.write('No test fits.\n')
  if (faults.length > 0) process.stdout.write(`\n${faults.join('\n')}\n`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
