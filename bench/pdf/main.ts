/**
 * Quality P6: invoice PDFs, A4, logo, 30 lines, tagged PDF/A-2a, made one after the other by one long-lived compiler.
 * Every document differs, as in a real run. CPU time is measured, since the machine may do other things meanwhile.
 * `npm run bench -- pdf [--documents 300]`
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { PrintedInvoice } from '#business/invoices/invoice-pdf.rules.ts'
import { invoicePage } from '#business/invoices/invoice-pdf.rules.ts'
import { assert } from '#kernel/assert.ts'
import { createPdfCompiler } from '#server/pdf/pdf-typst.ts'
import { printed_line, printed_week } from '#test/pdf/printed-sample.ts'
import { keepResults, machine } from '../results.ts'
import { logo } from './logo.ts'

const WARM_UP = 20
const template = readFileSync(new URL('../../src/business/invoices/invoice.typ', import.meta.url), 'utf8')
const images = [{ name: 'logo.png', bytes: logo() }]

function invoice(no: number): PrintedInvoice {
  const lines = Array.from({ length: 30 }, (_, i) => ({
    ...printed_line,
    description: `Contractor ${no * 30 + i}, week ending 01/03/2026, Standard`,
  }))
  return { ...printed_week, human_id: `INV-1-${String(no).padStart(6, '0')}`, lines }
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { documents: { type: 'string', default: '300' } },
  })
  const documents = Number(values.documents)
  const compiler = createPdfCompiler('/stint-pdf')
  const make = (no: number) => {
    const made = compiler.compile({
      template,
      data: JSON.stringify(invoicePage(invoice(no), 'logo.png')),
      images,
    })
    assert(made.is_archival, 'the document is PDF/A')
    return made.bytes
  }
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const first = hash(make(0))
  for (let no = 1; no < WARM_UP; no += 1) make(no)
  const before = process.cpuUsage()
  const from = performance.now()
  let size = 0
  for (let no = WARM_UP; no < WARM_UP + documents; no += 1) size += make(no).length
  const seconds = (performance.now() - from) / 1000
  const used = process.cpuUsage(before)
  const cpu_seconds = (used.user + used.system) / 1e6
  assert(hash(make(0)) === first, 'the same document is the same file')
  const memory_mib = Math.round(process.memoryUsage().rss / 2 ** 20)
  const text = [
    `${documents} different invoices of 30 lines with a logo, ${WARM_UP} before them to warm up. ${machine()}.`,
    '',
    '| a second of CPU | a second | ms of CPU each | kB each | memory MiB |',
    '| ---: | ---: | ---: | ---: | ---: |',
    `| ${(documents / cpu_seconds).toFixed(1)} | ${(documents / seconds).toFixed(1)} | ${((cpu_seconds / documents) * 1000).toFixed(1)} | ${(size / documents / 1000).toFixed(0)} | ${memory_mib} |`,
    '',
    `**${(documents / cpu_seconds).toFixed(1)} a second on one core** (goal ≥ 20). The first document, made again at the end, has the same bytes.`,
  ].join('\n')
  process.stdout.write(`${text}\n`)
  keepResults('P6 pdf', text)
}
