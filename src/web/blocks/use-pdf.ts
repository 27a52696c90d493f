import { useEffect, useRef, useState } from 'react'
import { fileAt } from '#web/core/call.ts'
import { type Match, matchesOf } from './pdf-find.ts'
import { openPdf, type PdfFile } from './pdf-reading.ts'

type Opened = { readonly file: PdfFile; readonly bytes: Blob } | 'failed' | null

/** Reads the file; `null` until it is there. The last file stays until the next is read. */
export function usePdf(src: string | Blob): { readonly opened: Opened; readonly again: () => void } {
  const [opened, setOpened] = useState<Opened>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads the same file again.
  useEffect(() => {
    const ending = new AbortController()
    const read = async () => {
      const bytes = typeof src === 'string' ? await fileAt(src, ending.signal) : src
      const file = await openPdf(bytes)
      if (ending.signal.aborted) file.close()
      else setOpened({ file, bytes })
    }
    read().catch(() => {
      if (!ending.signal.aborted) setOpened('failed')
    })
    return () => ending.abort()
  }, [src, tries])
  const file = opened !== null && opened !== 'failed' ? opened.file : null
  useEffect(() => (file ? () => file.close() : undefined), [file])
  const again = () => {
    setOpened(null)
    setTries(tries + 1)
  }
  return { opened, again }
}

const MAX_MATCHES = 500

/** The matches of the words in the file, and the one that is shown. `null`: nothing is sought. */
export type Search = {
  readonly words: string
  readonly matches: readonly Match[]
  readonly at: number
} | null

export function usePdfSearch(file: PdfFile) {
  const [search, setSearch] = useState<Search>(null)
  const newest = useRef('')
  const find = async (words: string) => {
    newest.current = words
    if (words.trim() === '') return setSearch(null)
    const matches: Match[] = []
    for (let page = 0; page < file.pages && matches.length < MAX_MATCHES; page += 1) {
      matches.push(...matchesOf(page, await file.piecesOf(page), words))
      if (newest.current !== words) return
    }
    setSearch({ words, matches: matches.slice(0, MAX_MATCHES), at: 0 })
  }
  const step = (by: 1 | -1) => {
    if (search === null || search.matches.length === 0) return
    const count = search.matches.length
    setSearch({ ...search, at: (search.at + by + count) % count })
  }
  return { search, find, step }
}
