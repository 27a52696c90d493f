import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * All shortcuts of the page, as listed in the `?` sheet. Single letters can be switched off (WCAG 2.1.4); combinations
 * with Ctrl or Cmd stay.
 */
export interface Shortcut {
  /** `j`, `Shift x`, `g t` (one after the other), `Mod k`, `Escape`, `Enter`, `/`. */
  readonly keys: string
  readonly label: string
  /** Heading in the sheet. */
  readonly group: string
  readonly run: (event: KeyboardEvent) => void
  /** Works in fields, too. */
  readonly inFields?: boolean
  /** Listed only: the browser or the focused element handles it. */
  readonly native?: boolean
}

const storage_key = 'stint.shortcuts'
let registered: readonly (readonly Shortcut[])[] = []
let waiting = ''
let waiting_since = 0
const sequence_ms = 1200
const readers = new Set<() => void>()

function tell() {
  for (const reader of readers) reader()
}

function lettersAreOn(): boolean {
  try {
    return localStorage.getItem(storage_key) !== 'off'
  } catch {
    return true
  }
}

export function setLetters(on: boolean): void {
  localStorage.setItem(storage_key, on ? 'on' : 'off')
  tell()
}

const map_key = 'stint.keys'
/** The user's keys by default keys (WCAG 2.1.4: remapped). */
let own_keys: Readonly<Record<string, string>> = readMap()

function readMap(): Readonly<Record<string, string>> {
  try {
    return mapFrom(JSON.parse(localStorage.getItem(map_key) ?? '{}'))
  } catch {
    return {}
  }
}

function mapFrom(raw: unknown): Readonly<Record<string, string>> {
  if (typeof raw !== 'object' || raw === null) return {}
  return Object.fromEntries(Object.entries(raw).filter(([, keys]) => typeof keys === 'string' && keys !== ''))
}

export function setKeyMap(raw: unknown): void {
  own_keys = mapFrom(raw)
  try {
    localStorage.setItem(map_key, JSON.stringify(own_keys))
  } catch {
    // Without storage they are not kept.
  }
  tell()
}

/** The keys to press for a shortcut, given its default keys. */
export function pressedFor(keys: string): string {
  return own_keys[keys] ?? keys
}

const keysOf = (shortcut: Shortcut) => pressedFor(shortcut.keys)

/** The keys of an event, `Shift x`; null for keys that cannot be a shortcut. */
export function keysFrom(event: KeyboardEvent): string | null {
  const keys = nameOf(event)
  const isOne = /^(Shift )?[^\s]$/.test(keys) && !event.altKey
  return isOne ? keys : null
}

function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.metaKey || event.ctrlKey) return `Mod ${key}`
  const letter = key.length === 1 && key >= 'a' && key <= 'z'
  return event.shiftKey && (letter || key.length > 1) ? `Shift ${key}` : key
}

function find(keys: string, typing: boolean): Shortcut | undefined {
  // The shortcuts of the page override those of the shell.
  for (const set of [...registered].reverse()) {
    const hit = set.find((s) => !s.native && keysOf(s) === keys && (!typing || s.inFields))
    if (hit) return hit
  }
  return undefined
}

/** A focused control handles Enter and Space itself. */
function isItsOwn(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const box = '[role="checkbox"],[type="checkbox"],[type="radio"]'
  if (key === ' ') return target.closest(`button,summary,[role="button"],${box}`) !== null
  return key === 'Enter' && target.closest(`button:not(${box}),summary,[role="button"],a[href]`) !== null
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const typing = inField(event.target)
  const key = nameOf(event)
  if (isItsOwn(key, event.target)) return
  const dialog = document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]')
  if (dialog && !key.startsWith('Mod ')) return
  const isLetter = key.length === 1 || key.startsWith('Shift ')
  if (isLetter && !lettersAreOn()) return
  const now = event.timeStamp
  const sequence = waiting && now - waiting_since < sequence_ms ? `${waiting} ${key}` : ''
  waiting = ''
  const hit = (sequence && find(sequence, typing)) || find(key, typing)
  if (hit) {
    event.preventDefault()
    hit.run(event)
  } else if (!typing && registered.some((set) => set.some((s) => keysOf(s).startsWith(`${key} `)))) {
    waiting = key
    waiting_since = now
  }
}

function add(set: readonly Shortcut[]): () => void {
  if (registered.length === 0) document.addEventListener('keydown', onKeyDown)
  registered = [...registered, set]
  tell()
  return () => {
    registered = registered.filter((one) => one !== set)
    if (registered.length === 0) document.removeEventListener('keydown', onKeyDown)
    tell()
  }
}

/** Registers shortcuts while mounted. The newest closures run; the set is compared by its keys. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const shape = shortcuts.map((s) => `${s.keys}\n${s.label}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again only when keys or labels change.
  useEffect(() => {
    const set = latest.current.map((s, at) => ({
      ...s,
      run: (event: KeyboardEvent) => latest.current[at]?.run(event),
    }))
    return add(set)
  }, [shape])
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Shortcuts of the `?` sheet, those of the page first. */
export function useRegistered(): readonly Shortcut[] {
  const sets = useSyncExternalStore(subscribe, () => registered)
  const seen = new Set<string>()
  return [...sets].reverse().flatMap((set) =>
    set.filter((s) => {
      if (seen.has(s.keys)) return false
      seen.add(s.keys)
      return true
    }),
  )
}
