import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('./results.md', import.meta.url))
const HEAD = '# Benchmark results\n\nWritten by `npm run bench -- <name>`; each section holds the last run.\n'

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

/** Puts the last run of one benchmark in its section of bench/results.md. */
export function keepResults(section: string, markdown: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : HEAD
  const parts = before.split(/\n(?=## )/)
  const heading = `## ${section}`
  const text = `${heading}\n\n${markdown.trim()}\n`
  const at = parts.findIndex((part) => part.startsWith(`${heading}\n`))
  if (at === -1) parts.push(text)
  else parts[at] = text
  writeFileSync(file, parts.map((part) => `${part.trimEnd()}\n`).join('\n'))
}
