/** Draws signatures into a PDF file and seals it. The only file that knows the library. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EmbeddedFont, grayscale, PDF, type PDFPage, rgb } from '@libpdf/core'
import { type Instant, toDate } from '#kernel/instant.ts'
import type { SigningKey } from './signing-key.ts'
import { timestampOf } from './timestamp.ts'

/** A typed name, or the lines of a finger or a mouse, each a row of x and y from 0 to 1 of the box. */
export type Signature =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'drawn'; readonly lines: readonly (readonly number[])[] }

/** A box of a page in percent of its width and height, from the upper left corner. */
export type Mark = {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly is: Signature
}

/** A row of the page that is added behind the others. */
export type SheetRow = {
  readonly name: string
  /** Smaller lines beneath. */
  readonly facts: readonly string[]
  /** Lines below the signature: answered questions, or questions with room for an answer. */
  readonly answers?: readonly string[]
  readonly signature: Signature | null
}

export type Sealing = {
  readonly key: SigningKey
  /** Why it is sealed, for programs that show signatures. */
  readonly reason: string
  /** The authority that vouches for the moment; null: the seal has our own time alone. */
  readonly tsa_url?: string | null
  readonly marks?: readonly Mark[]
  /** Absent: no page is added. */
  readonly sheet?: { readonly title: string; readonly rows: readonly SheetRow[] }
}

/** The only words for a seal that nobody else vouches for. */
export const test_seal = 'Sealed with a test certificate'

const PAGES_MAX = 500

/** Why a file cannot be signed here, as a sentence; null: it can. */
export async function faultOfPdf(bytes: Uint8Array): Promise<string | null> {
  try {
    const pdf = await PDF.load(bytes)
    if (pdf.isEncrypted) return 'The file is protected by a password. Save it without one.'
    if (pdf.canSaveIncrementally() !== null) return unreadable
    const pages = pdf.getPageCount()
    if (pages === 0) return 'The file has no page.'
    return pages > PAGES_MAX ? `The file has more than ${PAGES_MAX} pages.` : null
  } catch {
    return unreadable
  }
}

/** Pages of a file that we made. */
export const pagesOfPdf = async (bytes: Uint8Array): Promise<number> => (await PDF.load(bytes)).getPageCount()

const unreadable = 'The file cannot be read. Print it to a new PDF file and use that.'

/** The given bytes stay as they are: the new file begins with them. @throws TimestampDown */
export async function sealPdf(bytes: Uint8Array, when: Instant, sealing: Sealing): Promise<Uint8Array> {
  const { tsa_url = null } = sealing
  const drawn = await drawInto(bytes, sealing)
  const pdf = await PDF.load(drawn)
  const { bytes: sealed } = await pdf.sign({
    signer: sealing.key.signer,
    reason: sealing.key.is_test ? `${sealing.reason} ${test_seal}.` : sealing.reason,
    signingTime: toDate(when),
    ...(tsa_url === null
      ? { level: 'B-B' as const }
      : {
          level: 'B-T' as const,
          timestampAuthority: { timestamp: (digest: Uint8Array) => timestampOf(tsa_url, digest) },
          // Room for the token with the certificates of the authority.
          estimatedSize: 40_000,
        }),
    // An uploaded file may hold signatures of its own, or our seal.
    fieldName: `Stint ${bytes.byteLength}`,
  })
  return sealed
}

async function drawInto(bytes: Uint8Array, { marks = [], sheet, key }: Sealing): Promise<Uint8Array> {
  if (marks.length === 0 && sheet === undefined) return bytes
  const pdf = await PDF.load(bytes)
  const fonts = fontsOf(pdf)
  for (const mark of marks) {
    const page = pdf.getPage(mark.page)
    if (page) drawMark(page, fonts, mark)
  }
  if (sheet) drawSheet(pdf, fonts, sheet, key.is_test ? test_seal : null)
  return pdf.save({ incremental: true, subsetFonts: true })
}

type Fonts = { readonly plain: EmbeddedFont; readonly written: EmbeddedFont }

const require = createRequire(import.meta.url)
const fontBytes = (file: string) =>
  new Uint8Array(readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`)))

const fontsOf = (pdf: PDF): Fonts => ({
  plain: pdf.embedFont(fontBytes('400Regular/Inter_400Regular.ttf')),
  written: pdf.embedFont(fontBytes('400Regular_Italic/Inter_400Regular_Italic.ttf')),
})

const ink = rgb(0.05, 0.15, 0.45)
const grey = grayscale(0.35)
const pale = grayscale(0.75)

function drawMark(page: PDFPage, fonts: Fonts, { x, y, w, h, is }: Mark): void {
  const width = (w / 100) * page.width
  const height = (h / 100) * page.height
  const box = { x: (x / 100) * page.width, y: page.height - (y / 100) * page.height - height, width, height }
  drawSignature(page, fonts, is, box)
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A typed name is about half as wide per letter as it is high. */
const LETTER_WIDTH = 0.55

function drawSignature(page: PDFPage, { written }: Fonts, is: Signature, box: Box): void {
  if (is.kind === 'typed') {
    const size = Math.min(box.height * 0.6, box.width / (LETTER_WIDTH * Math.max(1, is.text.length)))
    page.drawText(is.text, { x: box.x, y: box.y + box.height * 0.3, size, font: written, color: ink })
    return
  }
  const path = page.drawPath()
  for (const line of is.lines) {
    for (let at = 0; at + 1 < line.length; at += 2) {
      const x = box.x + (line[at] ?? 0) * box.width
      const y = box.y + box.height - (line[at + 1] ?? 0) * box.height
      if (at === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
  }
  path.stroke({ borderColor: ink, borderWidth: 1.4, lineCap: 'round', lineJoin: 'round' })
}

const A4 = { width: 595.28, height: 841.89 }
const LEFT = 56
const TOP = 770
const ROW = 118
const SIGNATURE: Pick<Box, 'width' | 'height'> = { width: 220, height: 55 }
/** Rows of one page. */
const ROWS_MAX = 5

const topOf = (at: number): number => TOP - 60 - at * ROW
const answerLine = (at: number, no: number): number => topOf(at) - 66 - no * 12
const boxOf = (at: number): Box => ({ x: 320, y: topOf(at) - 50, ...SIGNATURE })

/** The box of a signature, and those of the answers below it. */
type SheetBoxes = Omit<Mark, 'is'> & { readonly answers: readonly Omit<Mark, 'is'>[] }

/** Room for an answer that is typed elsewhere, right of its question. */
const ANSWER = { left: 200, width: 280 } as const

/**
 * The file with pages of signatures behind it that nobody has signed, and the box of each row in percent of its page
 * from the upper left corner. The given bytes stay as they are.
 */
export async function addSheet(
  bytes: Uint8Array,
  sheet: NonNullable<Sealing['sheet']>,
): Promise<{ readonly bytes: Uint8Array; readonly boxes: readonly SheetBoxes[] }> {
  const pdf = await PDF.load(bytes)
  const first = pdf.getPageCount()
  drawSheet(pdf, fontsOf(pdf), sheet, null)
  const boxes = sheet.rows.map((row, no): SheetBoxes => {
    const percent = ({ x, y, width, height }: Box) => ({
      page: first + Math.floor(no / ROWS_MAX),
      x: (x / A4.width) * 100,
      y: ((A4.height - y - height) / A4.height) * 100,
      w: (width / A4.width) * 100,
      h: (height / A4.height) * 100,
    })
    const at = no % ROWS_MAX
    const answers = (row.answers ?? []).map((_, one) =>
      percent({ x: LEFT + ANSWER.left, y: answerLine(at, one) - 2, width: ANSWER.width, height: 11 }),
    )
    return { ...percent(boxOf(at)), answers }
  })
  return { bytes: await pdf.save({ incremental: true, subsetFonts: true }), boxes }
}

function drawSheet(
  pdf: PDF,
  { plain, ...fonts }: Fonts,
  sheet: NonNullable<Sealing['sheet']>,
  note: string | null,
): void {
  for (let from = 0; from === 0 || from < sheet.rows.length; from += ROWS_MAX) {
    const page = pdf.addPage(A4)
    page.drawText('Signatures', { x: LEFT, y: TOP, size: 18, font: plain })
    page.drawText(sheet.title.slice(0, 90), { x: LEFT, y: TOP - 20, size: 10, font: plain, color: grey })
    if (note) page.drawText(note, { x: LEFT, y: 40, size: 9, font: plain, color: grey })
    sheet.rows.slice(from, from + ROWS_MAX).forEach((row, at) => {
      const y = topOf(at)
      page.drawText(row.name, { x: LEFT, y, size: 11, font: plain })
      for (const [no, fact] of row.facts.entries())
        page.drawText(fact, { x: LEFT, y: y - 15 - no * 12, size: 8.5, font: plain, color: grey })
      for (const [no, answer] of (row.answers ?? []).entries())
        page.drawText(answer, { x: LEFT, y: answerLine(at, no), size: 8.5, font: plain })
      const box = boxOf(at)
      if (row.signature) drawSignature(page, { plain, ...fonts }, row.signature, box)
      page.drawLine({
        start: { x: box.x, y: box.y },
        end: { x: box.x + box.width, y: box.y },
        color: pale,
        thickness: 0.7,
      })
    })
  }
}
