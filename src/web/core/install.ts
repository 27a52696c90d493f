/** The browser's way to install Stint, and this device's memory of the offer. */
import { useSyncExternalStore } from 'react'
import type { Day } from '#kernel/day.ts'
import { type InstallFacts, type InstallWay, installFacts, installWay } from './install-offer.ts'

/** Kept at a sign-out, as the theme is: it is a fact of the device. */
export const install_key = 'stint.install'

interface InstallEvent extends Event {
  readonly prompt: () => Promise<unknown>
}

let asking: InstallEvent | null = null
const readers = new Set<() => void>()
const tell = () => {
  for (const reader of readers) reader()
}
const subscribe = (reader: () => void) => {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Browsers tell once, soon after the page has come. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would come at any moment.
    event.preventDefault()
    asking = event as InstallEvent // As browsers with this event send it.
    tell()
  })
  addEventListener('appinstalled', () => {
    asking = null
    tell()
  })
}

const keptText = () => localStorage.getItem(install_key) ?? ''
function keep(change: Partial<InstallFacts>): void {
  localStorage.setItem(install_key, JSON.stringify({ ...installFacts(keptText()), ...change }))
  tell()
}

export const noteSubmission = (): void => keep({ submissions: installFacts(keptText()).submissions + 1 })
export const noteOffer = (shown_on: Day): void => keep({ shown_on })

const way = (): InstallWay | null =>
  installWay({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    asks: asking !== null,
  })

export function useInstall(): { readonly way: InstallWay | null; readonly facts: InstallFacts } {
  const kept = useSyncExternalStore(subscribe, keptText)
  return { way: useSyncExternalStore(subscribe, way), facts: installFacts(kept) }
}

/** The browser asks the person. It does so once for each of its events. */
export async function install(): Promise<void> {
  const event = asking
  asking = null
  await event?.prompt()
}
