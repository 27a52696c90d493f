/** Judges messages to HMRC by its own schemas and rules. Both tools come from Debian: libxml2-utils and xsltproc. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyOf, type Message, messageOf } from '#business/payroll/returns/govtalk.rules.ts'
import { irmarkOfBody } from '#business/payroll/returns/irmark.server.ts'

const folder = 'test/fixtures/hmrc-rti'
const run = (tool: string, ...options: string[]) =>
  execFileSync(tool, options, { encoding: 'utf8', stdio: 'pipe' })

const has_tools = ['xmllint', 'xsltproc'].every((tool) => spawnSync(tool, ['--version']).error === undefined)
const are_required = process.env.REQUIRE_TOOLS === '1'
/** Judged by HMRC's schemas where the machine has both tools. */
export const judging = test.skipIf(!has_tools && !are_required)

export const readFixture = (path: string): string => readFileSync(join(folder, path), 'utf8')

const names = { fps: 'FullPaymentSubmission', eps: 'EmployerPaymentSummary' } as const

/** Rules that compare a day with the day on which HMRC reads the message. */
const of_today = new Set([
  ...['7828', '7831', '7873', '7874', '7876', '7910', '7911'],
  ...Array.from({ length: 12 }, (_, at) => String(7918 + at)),
])

/** The message with its mark. */
export const marked = (message: Message): string =>
  messageOf(message, irmarkOfBody(bodyOf(message, null)).base64)

/**
 * Numbers of HMRC's rules that the message breaks.
 * @throws where the message is not canonical, or does not fit the schema
 */
export const judged = (message: Message): string[] => judgedText(marked(message), message)

/** The same of a message as it is stored. */
export function judgedText(text: string, { kind, tax_year }: Pick<Message, 'kind' | 'tax_year'>): string[] {
  const year = `${tax_year}-${String(tax_year + 1).slice(2)}`
  const base = join(folder, year, `${names[kind]}-${tax_year + 1}-v1-0`)
  const place = mkdtempSync(join(tmpdir(), 'rti-'))
  try {
    const whole = join(place, 'message.xml')
    writeFileSync(whole, text)
    expect(run('xmllint', '--nonet', '--c14n', whole)).toBe(text.split('\n')[1])
    const [envelope] = /<IRenvelope[\s\S]*<\/IRenvelope>/.exec(text) ?? ['']
    const part = join(place, 'envelope.xml')
    writeFileSync(part, envelope)
    run('xmllint', '--noout', '--nonet', '--schema', `${base}.xsd`, part)
    // HMRC's rules for the summary of 2025-26 are not to be had.
    if (kind === 'eps' && tax_year === 2025) return []
    const report = run('xsltproc', '--nonet', `${base}.xslt`, whole)
    return [...report.matchAll(/<err:Number>\s*(\d+)/g)].flatMap(([, number = '']) =>
      of_today.has(number) ? [] : [number],
    )
  } finally {
    rmSync(place, { recursive: true })
  }
}
