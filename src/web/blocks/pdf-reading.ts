/** A PDF file read by pdf.js, which is loaded with the first one. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
// The build for browsers of the last years: approvers read on phones that are not new.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { Piece } from './pdf-find.ts'

pdfjs.GlobalWorkerOptions.workerSrc = worker

/** Points of a PDF to pixels of a page. */
const POINT = 96 / 72

/** Phones refuse larger canvases. */
const MAX_PIXELS = 16_000_000
const MAX_SIDE = 16_384
/** A page in a file of more is not shown: each has its place in the page of the browser. */
export const MAX_PAGES = 1_000
/** A scan of A3 with 600 dots an inch has 70 million; one beyond takes the memory of the browser. */
const MAX_IMAGE_PIXELS = 100_000_000

type Text = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

export type PdfFile = {
  /** Shown pages. */
  readonly pages: number
  readonly all_pages: number
  /** Width and height of the first page in pixels; others may differ. */
  readonly size: { readonly width: number; readonly height: number }
  /** @param page counts from 0 */
  readonly piecesOf: (page: number) => Promise<readonly Piece[]>
  readonly draw: (page: number, scale: number, on: DrawnPage) => Drawing
  readonly close: () => void
}

/** The elements of a page: the picture, and its text over it for selection, search and screen readers. */
export type DrawnPage = { readonly canvas: HTMLCanvasElement; readonly text: HTMLElement }

export type Drawing = {
  /** The element of each piece of text. Rejected where the drawing was ended or the page is broken. */
  readonly done: Promise<readonly HTMLElement[]>
  readonly end: () => void
}

/** @throws Error where it is no PDF file */
export async function openPdf(file: Blob): Promise<PdfFile> {
  // Wasm needs a permission that our policy does not give: scans are decoded by the scripts beside it (vite.config.ts).
  const task = pdfjs.getDocument({
    data: await file.arrayBuffer(),
    maxImageSize: MAX_IMAGE_PIXELS,
    useWasm: false,
    wasmUrl: '/pdf/',
  })
  const close = () => void task.destroy()
  try {
    return await fileOf(await task.promise, close)
  } catch (fault) {
    close()
    throw fault
  }
}

async function fileOf(document: PDFDocumentProxy, close: () => void): Promise<PdfFile> {
  const pageAt = (page: number) => document.getPage(page + 1)
  const { width, height } = (await pageAt(0)).getViewport({ scale: POINT })
  const texts = new Map<number, Promise<Text>>()
  const textOf = (page: number) => {
    const known = texts.get(page) ?? pageAt(page).then((one) => one.getTextContent())
    texts.set(page, known)
    return known
  }
  return {
    pages: Math.min(document.numPages, MAX_PAGES),
    all_pages: document.numPages,
    size: { width, height },
    piecesOf: async (page) => piecesIn(await textOf(page)),
    draw: (page, scale, on) => draw(pageAt(page), textOf(page), scale, on),
    close,
  }
}

const piecesIn = ({ items }: Text): Piece[] => items.flatMap((item) => ('str' in item ? [item] : []))

function draw(
  coming: Promise<PDFPageProxy>,
  text: Promise<Text>,
  scale: number,
  { canvas, text: layer }: DrawnPage,
): Drawing {
  let stop = () => {}
  let is_ended = false
  const go = async () => {
    const page = await coming
    const viewport = page.getViewport({ scale: scale * POINT })
    const { width, height } = viewport
    const most = Math.min(Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / width, MAX_SIDE / height)
    const dense = Math.min(window.devicePixelRatio, most)
    canvas.width = Math.max(1, Math.floor(width * dense))
    canvas.height = Math.max(1, Math.floor(height * dense))
    if (is_ended) throw new Error('The drawing was ended.')
    const render = page.render({ canvas, viewport, transform: [dense, 0, 0, dense, 0, 0] })
    stop = () => render.cancel()
    await render.promise
    layer.style.setProperty('--total-scale-factor', String(viewport.scale))
    const words = new pdfjs.TextLayer({ textContentSource: await text, container: layer, viewport })
    stop = () => words.cancel()
    if (is_ended) throw new Error('The drawing was ended.')
    await words.render()
    return words.textDivs
  }
  return {
    done: go(),
    end: () => {
      is_ended = true
      stop()
      layer.replaceChildren()
    },
  }
}
