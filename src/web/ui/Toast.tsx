import { useEffect, useState } from 'react'
import { dialogText, errorText } from '#kernel/messages.ts'
import { lazyPart } from './lazy-part.tsx'
import type { MessageTone } from './recent-messages.ts'
import { keepMessage } from './recent-messages.ts'

const load = () => import('./ToastHost.tsx')
const ToastHost = lazyPart(async () => (await load()).ToastHost)

let want = () => {}

function show(tone: MessageTone, text: string, help = ''): void {
  keepMessage(tone, text, help)
  want()
  // Without the module the message is in Recent messages.
  load().then(
    ({ showToast }) => showToast(tone, text, help),
    () => {},
  )
}

export const notify = {
  success: (text: string = dialogText.action_successful) => show('success', text),
  error: (text: string = errorText.action_failed, help?: string) => show('error', text, help),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
}

/**
 * The place of toasts. The module loads once the page is idle, or on its first touch: no first page has a toast, and the
 * module must be there to report a lost connection. A load that failed is tried again with the next message.
 */
export function Toasts() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    want = () => void ToastHost.fetch().then(setWanted)
    const idle = window.requestIdleCallback?.(want)
    const ended = new AbortController()
    for (const touch of ['pointerdown', 'keydown'])
      addEventListener(touch, want, { once: true, passive: true, signal: ended.signal })
    return () => {
      ended.abort()
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [])
  return isWanted && <ToastHost />
}
