import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storage_key = 'stint.theme'
const readers = new Set<() => void>()

export function currentTheme(): Theme {
  const set = document.documentElement.dataset.theme
  return set === 'light' || set === 'dark' ? set : 'system'
}

/** Kept on this device; the first paint reads it in `public/theme.js`. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(storage_key)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(storage_key, theme)
  }
  for (const reader of readers) reader()
}

export function useTheme(): Theme {
  return useSyncExternalStore((reader) => {
    readers.add(reader)
    return () => readers.delete(reader)
  }, currentTheme)
}
