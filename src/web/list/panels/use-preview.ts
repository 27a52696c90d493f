import { useState } from 'react'
import { useMedia } from '#web/ui/media.ts'

const storage_key = 'stint.preview'

/** Spec §2, breakpoints: a list with a preview from 1280 px; from 1920 px the filters stand beside it, too. */
export function usePreview(embedded: boolean): {
  readonly hasPreview: boolean
  readonly isPreviewed: boolean
  readonly hasPanes: boolean
  readonly setPreviewed: (on: boolean) => void
} {
  const isWide = useMedia('(min-width: 1280px)')
  const isSuper = useMedia('(min-width: 1920px)')
  const [own, setOwn] = useState<boolean | null>(read)
  const hasPreview = isWide && !embedded
  return {
    hasPreview,
    // Where there is room for three panes they are there until they are closed.
    isPreviewed: hasPreview && (own ?? isSuper),
    hasPanes: isSuper && !embedded,
    setPreviewed: (on) => {
      setOwn(on)
      try {
        localStorage.setItem(storage_key, on ? 'on' : 'off')
      } catch {
        // A full or forbidden storage only forgets it.
      }
    },
  }
}

function read(): boolean | null {
  try {
    const kept = localStorage.getItem(storage_key)
    return kept === null ? null : kept === 'on'
  } catch {
    return null
  }
}
