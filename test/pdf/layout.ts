import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

type Box = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** Ink of a text between its base line and the height of its small letters, in parts of the type size. */
const INK = { from: 0.05, to: 0.5 }
/** Parts of the type size by which boxes may touch: pairs such as To and W. stand closer. */
const SLACK = 0.17
/** Points that stay free at the edge of the paper. */
const EDGE = 14

type Matrix = readonly [number, number, number, number, number, number]
type Glyph = { readonly width: number; readonly unicode: string }

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

const START: Matrix = [1, 0, 0, 1, 0, 0]

/** Spaces, and the zero-width ones where a long word may break. */
const isBlank = (text: string): boolean => /^[\s\u200b]*$/.test(text)

type Operators = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[][] }

/** Follows the drawing of a page: the reader's own text items join texts on one line, also where they overlap. */
function boxesIn({ fnArray, argsArray }: Operators, ops: Readonly<Record<string, number>>): Box[] {
  const boxes: Box[] = []
  const kept: Matrix[] = []
  let [page, text] = [START, START]
  let size = 0
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] ?? []
    if (operator === ops.save) kept.push(page)
    else if (operator === ops.restore) page = kept.pop() ?? START
    else if (operator === ops.transform) page = times(page, args as unknown as Matrix)
    else if (operator === ops.beginText) text = START
    else if (operator === ops.setTextMatrix)
      text = [...(args[0] as Float32Array | number[])] as unknown as Matrix
    else if (operator === ops.moveText) text = times(text, [1, 0, 0, 1, Number(args[0]), Number(args[1])])
    else if (operator === ops.setFont) size = Number(args[1])
    else if (operator === ops.showText) {
      let width = 0
      let shown = ''
      // Blanks at either end have no ink, and hang over the edge of a column.
      let [first, last] = [0, 0]
      for (const one of args[0] as (Glyph | number | null)[]) {
        if (typeof one === 'number') width -= (one * size) / 1000
        else if (one) {
          if (isBlank(shown)) first = width
          width += (one.width * size) / 1000
          shown += one.unicode
          if (!isBlank(one.unicode)) last = width
        }
      }
      const [scale, , , height, start, base] = times(page, text)
      const tall = Math.abs(height) * size
      text = times(text, [1, 0, 0, 1, width, 0])
      if (isBlank(shown)) continue
      const [from, to] = [start + first * scale, start + last * scale]
      boxes.push({
        text: shown,
        left: from,
        right: to,
        bottom: base + INK.from * tall,
        top: base + INK.to * tall,
      })
    }
  }
  return boxes
}

async function boxesOf(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly boxes: Box[] }[]> {
  const { OPS } = await getResolvedPDFJS()
  // The reader takes the buffer over, so it gets a copy.
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages = []
  for (let no = 1; no <= document.numPages; no += 1) {
    const page = await document.getPage(no)
    const [, , width = 0, height = 0] = page.view
    pages.push({ width, height, boxes: boxesIn(await page.getOperatorList(), OPS) })
  }
  return pages
}

const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) >
    (SLACK * Math.max(a.top - a.bottom, b.top - b.bottom)) / (INK.to - INK.from) &&
  Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom) > 0

const shown = ({ text }: Box) => JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text)

/** Texts of a PDF file that lie over each other or leave the paper, in words. */
export async function layoutFaults(bytes: Uint8Array): Promise<string[]> {
  const faults: string[] = []
  for (const [at, { width, height, boxes }] of (await boxesOf(bytes)).entries()) {
    const page = `page ${at + 1}`
    for (const box of boxes) {
      const isOff =
        box.left < EDGE || box.right > width - EDGE || box.bottom < EDGE || box.top > height - EDGE
      if (isOff) faults.push(`${page}: ${shown(box)} leaves the paper`)
    }
    const ordered = [...boxes].sort((a, b) => a.bottom - b.bottom)
    for (const [i, box] of ordered.entries()) {
      for (const other of ordered.slice(i + 1)) {
        if (other.bottom > box.top) break
        if (overlap(box, other)) faults.push(`${page}: ${shown(box)} lies over ${shown(other)}`)
      }
    }
  }
  return faults
}
