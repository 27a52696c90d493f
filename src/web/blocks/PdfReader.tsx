import { ChevronDown, ChevronUp, Download, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { saveFile } from '#web/core/save-file.ts'
import { useAnnounce } from '#web/ui/announce.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { PdfPage } from './PdfPage.tsx'
import { PdfFailed, type PdfProps, PdfWaits } from './PdfStates.tsx'
import type { Match } from './pdf-find.ts'
import type { PdfFile } from './pdf-reading.ts'
import { type Search, usePdf, usePdfSearch } from './use-pdf.ts'
import './pdf.css'

/** Steps of the zoom, as parts of the width of the viewer. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
const FITS = zooms.indexOf(1)
const MAX_WORDS = 100

export function PdfReader(props: PdfProps) {
  const { opened, again } = usePdf(props.src)
  if (opened === null) return <PdfWaits {...props} />
  if (opened === 'failed') return <PdfFailed {...props} onRetry={again} />
  return <Reader {...props} file={opened.file} onSave={() => saveFile(props.file_name, opened.bytes)} />
}

function Reader({
  title,
  className,
  file,
  onSave,
}: Pick<PdfProps, 'title' | 'className'> & { file: PdfFile; onSave: () => void }) {
  const pages = useRef<HTMLElement>(null)
  const width = useWidth(pages)
  const [zoom, setZoom] = useState(FITS)
  const { search, find, step } = usePdfSearch(file)
  const [page, setPage] = useState(1)
  const current = search?.matches[search.at] ?? null
  useEffect(() => {
    if (current) show(pages.current, current.page)
  }, [current])
  return (
    <div className={cx('flex min-h-0 w-full flex-col', className)}>
      <fieldset aria-label={`Tools of ${title}`} className="flex flex-wrap items-center gap-2 border-b p-2">
        <span className="numeric text-12 text-n11">
          Page {page} of {file.pages}
        </span>
        <Zoom zoom={zoom} onZoom={setZoom} />
        <Find search={search} onFind={(words) => void find(words)} onStep={step} />
        <IconButton icon={Download} label={`Download ${title}`} onClick={onSave} className="ml-auto" />
      </fieldset>
      {file.all_pages > file.pages && (
        <p className="border-b p-2 text-12 text-n11">
          The first {file.pages} of {file.all_pages} pages are shown. Download the file to read all.
        </p>
      )}
      <section
        ref={pages}
        data-pdf-pages=""
        aria-label={title}
        // Scrolls by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard (WCAG 2.1.1).
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-auto bg-n4"
        onScroll={() => setPage(shownIn(pages.current))}
      >
        {width > 0 && (
          <Pages file={file} scale={scaleOf(file, width, zoom)} search={search} current={current} />
        )}
      </section>
    </div>
  )
}

const scaleOf = ({ size }: PdfFile, width: number, zoom: number): number =>
  (width / size.width) * (zooms[zoom] ?? 1)

const none: readonly Match[] = []

function Pages({
  file,
  scale,
  search,
  current,
}: {
  file: PdfFile
  scale: number
  search: Search
  current: Match | null
}) {
  const matches = search?.matches ?? none
  // Kept while a person scrolls: the marks of a page are drawn again only with other matches.
  const found = useMemo(() => Map.groupBy(matches, (match) => match.page), [matches])
  return Array.from({ length: file.pages }, (_, page) => (
    <PdfPage
      // biome-ignore lint/suspicious/noArrayIndexKey: pages of a file keep their order.
      key={page}
      file={file}
      page={page}
      scale={scale}
      found={found.get(page) ?? none}
      current={current?.page === page ? current : null}
    />
  ))
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const percent = `${(zooms[zoom] ?? 1) * 100} %`
  useAnnounce(percent)
  return (
    <span className="flex items-center gap-1">
      <IconButton
        icon={Minus}
        size="sm"
        label="Zoom out"
        disabledReason={zoom === 0 ? 'The page is at its smallest' : undefined}
        onClick={() => onZoom(zoom - 1)}
      />
      <span className="numeric w-12 text-center text-12 text-n11">{percent}</span>
      <IconButton
        icon={Plus}
        size="sm"
        label="Zoom in"
        disabledReason={zoom === zooms.length - 1 ? 'The page is at its largest' : undefined}
        onClick={() => onZoom(zoom + 1)}
      />
    </span>
  )
}

function Find({
  search,
  onFind,
  onStep,
}: {
  search: Search
  onFind: (words: string) => void
  onStep: (by: 1 | -1) => void
}) {
  const says =
    search === null
      ? null
      : search.matches.length === 0
        ? 'No matches'
        : `${search.at + 1} of ${search.matches.length}`
  useAnnounce(says)
  return (
    <search className="flex items-center gap-1">
      <SearchBox value={search?.words ?? ''} max={MAX_WORDS} onSearch={onFind} />
      {says !== null && <span className="numeric text-12 text-n11">{says}</span>}
      {search !== null && search.matches.length > 1 && (
        <>
          <IconButton icon={ChevronUp} size="sm" label="Previous match" onClick={() => onStep(-1)} />
          <IconButton icon={ChevronDown} size="sm" label="Next match" onClick={() => onStep(1)} />
        </>
      )}
    </search>
  )
}

/** The width inside the element, followed. */
function useWidth(of: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!of.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    watch.observe(of.current)
    return () => watch.disconnect()
  }, [of])
  return width
}

const pagesIn = (pages: HTMLElement | null): HTMLElement[] => [
  ...(pages?.querySelectorAll<HTMLElement>('[data-pdf-page]') ?? []),
]

/** The number of the page that fills the middle. */
function shownIn(pages: HTMLElement | null): number {
  if (!pages) return 1
  const middle = pages.scrollTop + pages.clientHeight / 2
  return Math.max(1, pagesIn(pages).filter(({ offsetTop }) => offsetTop <= middle).length)
}

function show(pages: HTMLElement | null, page: number): void {
  const top = pagesIn(pages)[page]?.offsetTop
  const height = pages?.clientHeight ?? 0
  const seen = pages?.scrollTop ?? 0
  if (top === undefined || (top >= seen && top < seen + height)) return
  pages?.scrollTo({ top })
}
