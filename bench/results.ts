import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Tests name another file: their sizes are too small to be kept. */
const file = process.env.BENCH_RESULTS ?? fileURLToPath(new URL('./results.md', import.meta.url))
const HEAD = `# Benchmark results

Written by \`npm run bench -- <name>\`. A section holds the last run of a benchmark at a size, newest first. Later changes are
not in its figures.
`

/** The machine, in one line. */
export function machine(): string {
  const [cpu] = cpus()
  const memory_gib = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory_gib} GiB, Node ${process.versions.node}`
}

/** How busy the machine was: times in milliseconds mean little where it did other things at the same time. */
export function busyness(): string {
  return `Load average of the last five minutes, this run included: ${(loadavg()[1] ?? Number.NaN).toFixed(1)}.`
}

/** Puts the last run of one benchmark in its section of bench/results.md, with its day, before all others. */
export function keepResults(section: string, markdown: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : HEAD
  const heading = `## ${section}`
  const [head = HEAD, ...sections] = before.split(/\n(?=## )/)
  const others = sections.filter((part) => !part.startsWith(`${heading}\n`))
  const text = `${heading}\n\nRun on ${new Date().toISOString().slice(0, 10)}.\n\n${markdown}`
  writeFileSync(file, [head, text, ...others].map((part) => `${part.trim()}\n`).join('\n'))
}
