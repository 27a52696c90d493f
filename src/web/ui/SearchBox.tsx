import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

/** Spec §9. */
const search_pause_ms = 1000

/** Spec §2: placeholder Search..., limited length, runs after a pause of one second or on Enter. */
export function SearchBox({
  value,
  max,
  onSearch,
}: {
  value: string
  max: number
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back, forward and Clear change the URL under the box.
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next), search_pause_ms)
  }
  const now = (next: string) => {
    clearTimeout(timer.current)
    setText(next)
    if (next !== value) onSearch(next)
  }
  return (
    <div className="relative min-w-36 flex-1 tablet:w-60 tablet:flex-none">
      <label htmlFor={id} className="sr-only">
        Search
      </label>
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-n10"
      />
      <input
        ref={input}
        id={id}
        type="search"
        data-list-search=""
        placeholder="Search..."
        autoComplete="off"
        spellCheck={false}
        maxLength={max}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') now(text)
          if (event.key === 'Escape') {
            event.stopPropagation()
            if (text) now('')
            else input.current?.blur()
          }
        }}
        className="field-input px-8 pointer-coarse:pr-12"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => now('')}
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12 pointer-coarse:right-0 pointer-coarse:size-12"
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
