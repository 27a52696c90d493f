import { useEffect, useRef, useState } from 'react'
import type { Match } from './pdf-find.ts'
import type { PdfFile } from './pdf-reading.ts'

/** Names of the marks in pdf.css. */
const marks = { found: 'pdf-found', current: 'pdf-current' } as const

export type PdfPageProps = {
  readonly file: PdfFile
  /** Counts from 0. */
  readonly page: number
  readonly scale: number
  readonly found: readonly Match[]
  readonly current: Match | null
}

/** One page, drawn while it is near the part of the file that is seen. */
export function PdfPage({ file, page, scale, found, current }: PdfPageProps) {
  const { box, isNear } = useNear()
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<readonly HTMLElement[] | null>(null)
  useEffect(() => {
    if (!isNear || !canvas.current || !text.current) return
    const drawing = file.draw(page, scale, { canvas: canvas.current, text: text.current })
    // A page that is broken stays empty; the others are read.
    drawing.done.then(setDrawn, () => undefined)
    return () => {
      drawing.end()
      setDrawn(null)
    }
  }, [file, page, scale, isNear])
  useMarks(drawn, found, current)
  const { width, height } = file.size
  return (
    <section
      ref={box}
      aria-label={`Page ${page + 1} of ${file.pages}`}
      data-pdf-page={page + 1}
      className="pdf-page"
      style={{ width: width * scale, minHeight: height * scale }}
    >
      {isNear && (
        <>
          <canvas ref={canvas} aria-hidden style={{ width: '100%' }} />
          <div ref={text} className="pdf-text" />
        </>
      )}
    </section>
  )
}

/** Whether the page is within a screen of the part that is seen. */
function useNear() {
  const box = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: box.current.closest('[data-pdf-pages]'), rootMargin: '100% 0px' },
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return { box, isNear }
}

/** Marks the matches over the drawn text, and shows the one that was stepped to. */
function useMarks(drawn: readonly HTMLElement[] | null, found: readonly Match[], current: Match | null) {
  useEffect(() => {
    // A browser without marks of text shows the page of a match, unmarked.
    if (!drawn || found.length === 0 || !('highlights' in CSS)) return
    const set = (name: string, matches: readonly Match[]) => {
      const highlight = CSS.highlights.get(name) ?? new Highlight()
      CSS.highlights.set(name, highlight)
      const ranges = matches.flatMap((match) => rangeOf(drawn, match) ?? [])
      for (const range of ranges) highlight.add(range)
      return () => {
        for (const range of ranges) highlight.delete(range)
      }
    }
    const clearFound = set(marks.found, found)
    const clearCurrent = set(marks.current, current ? [current] : [])
    return () => {
      clearFound()
      clearCurrent()
    }
  }, [drawn, found, current])
  useEffect(() => {
    const at = drawn && current ? drawn[current.start.piece] : undefined
    const pages = at?.closest<HTMLElement>('[data-pdf-pages]')
    if (!at || !pages) return
    const seen = pages.getBoundingClientRect()
    const place = at.getBoundingClientRect()
    if (place.top < seen.top || place.bottom > seen.bottom)
      pages.scrollBy({ top: place.top - seen.top - seen.height / 2 })
  }, [drawn, current])
}

function rangeOf(drawn: readonly HTMLElement[], { start, end }: Match): Range | null {
  const from = drawn[start.piece]?.firstChild
  const to = drawn[end.piece]?.firstChild
  if (!from || !to) return null
  const range = new Range()
  range.setStart(from, start.letter)
  range.setEnd(to, end.letter)
  return range
}
