/**
 * Reads separated text row by row, whatever its size: UTF-8 with or without a mark, UTF-16, Windows-1252; commas,
 * semicolons, tabs; quoted line ends. Knows nothing of the rows' meaning.
 */
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { precondition } from '#kernel/errors.ts'

type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export const delimiters = [',', ';', '\t', '|'] as const
type CsvDelimiter = (typeof delimiters)[number]
export type CsvForm = { readonly encoding: CsvEncoding; readonly delimiter: CsvDelimiter }

type Bytes = AsyncIterable<Uint8Array>
/** A record with its number as a spreadsheet counts: the header is row 1, empty lines count. */
export type CsvRow = { readonly no: number; readonly cells: readonly string[] }

/** Enough for the longest header there is. */
const SAMPLE_BYTES = 65_536
/** Longer than any real row: a quote was opened and never closed, or lines never end. */
const ROW_LETTERS_MAX = 200_000
/** Of the letters of a text; machine code has a tenth and more. */
const CONTROL_PART_MAX = 0.01

export const csvText = {
  empty: 'The file is empty',
  no_csv: 'This is not a CSV file. Please save it as CSV and upload that.',
  no_text: 'This file is damaged, or it is not plain text. Please save it as CSV again and upload that.',
  open_quote: (row: number) => `A quotation mark is opened in row ${row} and never closed`,
  too_long: (row: number) =>
    `Row ${row} does not end within 200,000 characters. A quotation mark in it may be open, or its line end is missing.`,
  broken_quote: (row: number) => `A quotation mark in row ${row} is not closed where its cell ends`,
} as const

/** First bytes of other files named .csv: Excel, old Excel, PDF, gzip, PNG, JPEG. */
const other_files = ['504b0304', 'd0cf11e0', '25504446', '1f8b', '89504e47', 'ffd8ff']
/** A saved sign-in page, or an export in XML or JSON. */
const marked_up = /^\s*(<(!doctype|html|\?xml|table)\b|\[\s*[[{]|\{\s*")/i
/** Characters of no table; some programs leave one or two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const control_signs = /[\x01-\x08\x0e-\x1f]/g

/** Both kinds with a mark in front; without one, by the halves of its first letters that are nothing. */
function encodingOf(start: Uint8Array): CsvEncoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const pairs = Math.min(start.length >> 1, 100)
  const zeros = (half: 0 | 1) =>
    Array.from({ length: pairs }, (_, at) => start[2 * at + half]).filter((byte) => byte === 0).length
  const isText = (empty: 0 | 1, full: 0 | 1) => zeros(full) === 0 && zeros(empty) > pairs * 0.7
  if (pairs < 2) return null
  return isText(1, 0) ? 'utf-16le' : isText(0, 1) ? 'utf-16be' : null
}

/**
 * Reads a file once to find its form. Chooses the delimiter that yields the most known header cells, then the most
 * cells.
 * @throws precondition with a sentence when it is no text
 */
export async function findCsvForm(
  bytes: Bytes,
  isKnown: (header: string) => boolean = () => false,
): Promise<CsvForm> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let sample = Buffer.alloc(0)
  let wide: CsvEncoding | null = null
  let size = 0
  let isUtf8 = true
  for await (const chunk of bytes) {
    if (size === 0) wide = encodingOf(chunk)
    if (sample.length < SAMPLE_BYTES) sample = Buffer.concat([sample, chunk])
    size += chunk.length
    if (wide !== null) continue
    if (chunk.includes(0)) throw precondition(isOtherFile(sample) ? csvText.no_csv : csvText.no_text)
    if (isUtf8) isUtf8 = decodes(utf8, chunk)
  }
  if (size === 0) throw precondition(csvText.empty)
  if (isOtherFile(sample)) throw precondition(csvText.no_csv)
  if (isUtf8 && wide === null) isUtf8 = decodes(utf8)
  const encoding = wide ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(sample.subarray(0, SAMPLE_BYTES))
  if (text.includes('\0') || hasMachineCode(text)) throw precondition(csvText.no_text)
  if (marked_up.test(text)) throw precondition(csvText.no_csv)
  return { encoding, delimiter: announced(text) ?? bestDelimiter(text, isKnown) }
}

const hasMachineCode = (text: string): boolean =>
  (text.match(control_signs)?.length ?? 0) > text.length * CONTROL_PART_MAX

/** Does it begin like Excel, PDF, an archive or a picture? */
export const isOtherFile = (sample: Buffer): boolean =>
  other_files.some((magic) => sample.subarray(0, magic.length / 2).toString('hex') === magic)

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Excel's own line above the header: `sep=;`. */
const announcement = /^sep=(.)\r?\n/i

function announced(text: string): CsvDelimiter | null {
  const sign = announcement.exec(text)?.[1]
  return delimiters.find((one) => one === sign) ?? null
}

function bestDelimiter(text: string, isKnown: (header: string) => boolean): CsvDelimiter {
  const scored = delimiters.map((delimiter) => {
    const cells = headerOf(text, delimiter)
    return { delimiter, known: cells.filter(isKnown).length, cells: cells.length }
  })
  const [best] = scored.sort((a, b) => b.known - a.known || b.cells - a.cells)
  return best?.delimiter ?? ','
}

function headerOf(text: string, delimiter: CsvDelimiter): readonly string[] {
  try {
    const [cells] = parseSync(text, { delimiter, to: 1, relax_quotes: true, relax_column_count: true })
    return cells ?? []
  } catch {
    return []
  }
}

async function* textOf(bytes: Bytes, encoding: CsvEncoding): AsyncGenerator<string> {
  // The decoder takes a byte order mark away.
  const decoder = new TextDecoder(encoding)
  let isFirst = true
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text.includes('\0')) throw precondition(csvText.no_text)
    if (text === '') continue
    yield isFirst ? text.replace(announcement, '') : text
    isFirst = false
  }
  yield decoder.decode()
}

/**
 * The rows of a file, the header first, without those that are empty.
 * @throws precondition with a sentence when a row cannot be read
 */
export async function* readCsv(bytes: Bytes, { encoding, delimiter }: CsvForm): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_LETTERS_MAX,
  })
  // A fault of the input surfaces at the parser's end.
  pipeline(Readable.from(textOf(bytes, encoding)), parser, () => undefined)
  let no = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      no += 1
      if (cells.some((cell) => cell.trim() !== '')) yield { no, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Rows read but not yet consumed are lost with the error; the error holds their number.
    const row = Number((error as CsvError & { records?: number }).records ?? no) + 1
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw precondition(csvText.too_long(row))
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw precondition(isOpen ? csvText.open_quote(row) : csvText.broken_quote(row))
  }
}
