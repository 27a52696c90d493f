import { useState } from 'react'
import { useGo } from '#web/ui/use-go.ts'
import { useSearch } from './place.ts'

/** A dialog that an address asks for: `?new=person`. Once it is closed, a reload does not open it again. */
export function useAskedDialog(name: string) {
  const go = useGo()
  const isAsked = useSearch().new === name
  const [isOpen, setOpen] = useState(isAsked)
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      if (isAsked) go.replace(window.location.pathname)
    },
  }
}
