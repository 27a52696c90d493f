import { useState } from 'react'
import { useMedia } from '#web/ui/media.ts'

const storage_key = 'stint.preview'

/** Spec §2, breakpoints: a list with a preview from 1280 px; from 1920 px the filters show beside it, too. */
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
    // Wide windows show all three panes until closed.
    isPreviewed: hasPreview && (own ?? isSuper),
    hasPanes: isSuper && !embedded,
    setPreviewed: (on) => {
      setOwn(on)
      try {
        localStorage.setItem(storage_key, on ? 'on' : 'off')
      } catch {
        // Without storage the choice is not kept.
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
