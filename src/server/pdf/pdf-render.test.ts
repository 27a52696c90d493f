import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { invoicePage } from '#business/invoices/invoice-pdf.rules.ts'
import { pdfMetadata, pdfText } from '#test/pdf/pdf-text.ts'
import { printed_line, printed_week } from '#test/pdf/printed-sample.ts'
import { renderPdf, stopPdf } from './pdf-render.ts'

afterAll(stopPdf)

const template = readFileSync(new URL('../../business/invoices/invoice.typ', import.meta.url), 'utf8')
const made = (change: Partial<typeof printed_week> = {}) =>
  renderPdf({
    template,
    data: JSON.stringify(invoicePage({ ...printed_week, ...change }, null)),
    images: [],
  })

test('the same document gives the same bytes, archival and tagged', async () => {
  const [first, second] = await Promise.all([made(), made()])
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  expect(first.is_archival).toBe(true)
  const raw = Buffer.from(first.bytes).toString('latin1')
  expect(raw).toContain('GTS_PDFA1')
  expect(raw).toContain('/StructTreeRoot')
  expect(await pdfMetadata(first.bytes)).toEqual({ title: 'VAT invoice INV-1-000001', pages: 1 })
})

test('page figures equal the data', async () => {
  const text = await pdfText((await made()).bytes)
  for (const expected of [
    'VAT invoice',
    'INV-1-000001',
    '37.5 Hours',
    '£937.50',
    '£187.50',
    '£1,125.00',
    '20-30-40',
  ]) {
    expect(text).toContain(expected)
  }
})

test('typed text is printed, never run', async () => {
  const hostile = '#panic("x") $1+1$ *bold* #read("/etc/passwd") ]#[ <a> @b `c` \\ // gone? /* no */'
  const lines = [{ ...printed_line, description: hostile }]
  const text = await pdfText((await made({ lines, po_number: hostile })).bytes)
  // Without spaces, since a narrow column breaks the line.
  expect(text.replaceAll(' ', '')).toContain(hostile.replaceAll(' ', ''))
  expect(text).not.toContain('root:')
})

test('many lines run over pages, each with its head and number', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({
    ...printed_line,
    description: `Line ${i + 1} of sixty`,
  }))
  const { bytes } = await made({ lines })
  const text = await pdfText(bytes)
  expect((await pdfMetadata(bytes)).pages).toBeGreaterThan(1)
  expect(text).toContain('Line 60 of sixty')
  expect(text).toContain('Page 2 of')
  expect(text.match(/VAT rate/g)?.length).toBeGreaterThan(1)
})

test('a line of several rows is never cut by the end of a page', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({
    ...printed_line,
    description: `begin${i + 1}x ${'a contractor, a placement, who approved it and when '.repeat(4)}end${i + 1}x`,
  }))
  const text = await pdfText((await made({ lines })).bytes)
  const cut = lines.filter((_, i) =>
    text.slice(text.indexOf(`begin${i + 1}x`), text.indexOf(`end${i + 1}x`)).includes('Page '),
  )
  expect(text).toContain('Page 3 of')
  expect(cut).toEqual([])
})

test('a letter that the fonts lack shows as its code, and the file stays archival', async () => {
  const { is_archival, bytes } = await made({ contractor_name: '😀 李 Name\u202e', po_number: 'PO\u0007\t7' })
  expect(is_archival).toBe(true)
  const text = await pdfText(bytes)
  expect(text).toContain('[U+1F600] [U+674E] Name')
  expect(text).toContain('PO 7')
})

test('a logo that is no picture costs the logo, not the document', async () => {
  const data = JSON.stringify(invoicePage(printed_week, 'logo.png'))
  const images = [{ name: 'logo.png', bytes: new Uint8Array([1, 2, 3]) }]
  const { bytes } = await renderPdf({ template, data, images })
  expect(await pdfText(bytes)).toContain('Meridian Pay Ltd')
})

test('broken template: an error, and the process goes on', async () => {
  await expect(renderPdf({ template: '#nothing-of-that-name', data: '{}', images: [] })).rejects.toThrow(
    'PDF',
  )
  expect((await made()).is_archival).toBe(true)
})

test('a compiling process that dies takes its document with it, and the next is made by another', async () => {
  await stopPdf()
  const lost = made()
  // The same call starts the process; ending it at once leaves the document without an answer.
  const ended = stopPdf()
  await expect(lost).rejects.toThrow('PDF')
  await ended
  expect((await made()).is_archival).toBe(true)
})
