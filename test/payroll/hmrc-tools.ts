/** HMRC's schemas and rules on a message. Both tools come from Debian: libxml2-utils and xsltproc. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Message } from '#business/payroll/returns/govtalk.rules.ts'

export const hmrc_folder = fileURLToPath(new URL('../fixtures/hmrc-rti', import.meta.url))
// A return of 10,000 workers is 30 MiB.
const run = (tool: string, ...options: string[]) =>
  execFileSync(tool, options, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 30 })

export const has_hmrc_tools = ['xmllint', 'xsltproc'].every(
  (tool) => spawnSync(tool, ['--version']).error === undefined,
)

const names = { fps: 'FullPaymentSubmission', eps: 'EmployerPaymentSummary' } as const

/** Rules that compare a day with the day on which HMRC reads the message. */
const of_today = new Set([
  ...['7828', '7831', '7873', '7874', '7876', '7910', '7911'],
  ...Array.from({ length: 12 }, (_, at) => String(7918 + at)),
])

/**
 * Numbers of HMRC's rules that the message breaks.
 * @throws where the message is not canonical, or does not fit the schema
 */
export function brokenRules(text: string, { kind, tax_year }: Pick<Message, 'kind' | 'tax_year'>): string[] {
  const year = `${tax_year}-${String(tax_year + 1).slice(2)}`
  const base = join(hmrc_folder, year, `${names[kind]}-${tax_year + 1}-v1-0`)
  const place = mkdtempSync(join(tmpdir(), 'rti-'))
  try {
    const whole = join(place, 'message.xml')
    writeFileSync(whole, text)
    if (run('xmllint', '--nonet', '--c14n', '--huge', whole) !== text.split('\n')[1])
      throw new Error(`The message is not canonical: ${text.slice(0, 400)}`)
    const [envelope] = /<IRenvelope[\s\S]*<\/IRenvelope>/.exec(text) ?? ['']
    const part = join(place, 'envelope.xml')
    writeFileSync(part, envelope)
    run('xmllint', '--noout', '--nonet', '--huge', '--schema', `${base}.xsd`, part)
    // HMRC's rules for the summary of 2025-26 are not to be had.
    if (kind === 'eps' && tax_year === 2025) return []
    const report = run('xsltproc', '--nonet', '--huge', `${base}.xslt`, whole)
    return [...report.matchAll(/<err:Number>\s*(\d+)/g)].flatMap(([, number = '']) =>
      of_today.has(number) ? [] : [number],
    )
  } finally {
    rmSync(place, { recursive: true })
  }
}
