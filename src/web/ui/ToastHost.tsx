import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import type { MessageTone } from './recent-messages.ts'

/** Spec §9. */
const toast_ms = 3000
/** Without the library's base class an animation has no length: it never ends, and the timer waits for its end. */
const transition = cssTransition({
  enter: 'Toastify--animate toast-enter',
  exit: 'Toastify--animate toast-exit',
  collapse: false,
})
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info, default: Info }

/** The library keeps a toast until its host is mounted. */
export function showToast(tone: MessageTone, text: string, help: string): void {
  toast(<Message text={text} help={help} />, {
    type: tone,
    role: tone === 'error' ? 'alert' : 'status',
  })
}

/** The message, and the help below it (quality U5). */
function Message({ text, help }: { text: string; help: string }) {
  return (
    <div className="min-w-0">
      <p className="toast-text">{text}</p>
      {help && <p className="toast-help">{help}</p>}
    </div>
  )
}

/**
 * Toasts at the top right for 3 seconds with a progress bar, paused on hover and on focus (spec §8). They stay inside the
 * top bar, the newest over the others, so that a page's title and buttons are never covered.
 */
export function ToastHost() {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => pauseOnFocus(host.current), [])
  return (
    <div ref={host}>
      <ToastContainer
        position="top-right"
        autoClose={toast_ms}
        pauseOnHover
        pauseOnFocusLoss
        draggable={false}
        transition={transition}
        aria-label="Messages, Alt T"
        icon={({ type }) => {
          const Icon = icons[type]
          return <Icon size={18} aria-hidden />
        }}
        closeButton={({ closeToast }) => (
          <button
            type="button"
            aria-label="Close"
            onClick={closeToast}
            className="absolute top-1.5 right-2 grid size-6 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12"
          >
            <X size={14} aria-hidden />
          </button>
        )}
      />
    </div>
  )
}

/** The library pauses on hover alone. Keyboard users need the same time. */
function pauseOnFocus(host: HTMLElement | null): (() => void) | undefined {
  if (!host) return undefined
  const idOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest('.Toastify__toast')?.id : undefined
  const hold = (event: FocusEvent) => {
    const id = idOf(event.target)
    if (id) toast.pause({ id })
  }
  const go = (event: FocusEvent) => {
    const id = idOf(event.target)
    if (id && id !== idOf(event.relatedTarget)) toast.play({ id })
  }
  host.addEventListener('focusin', hold)
  host.addEventListener('focusout', go)
  return () => {
    host.removeEventListener('focusin', hold)
    host.removeEventListener('focusout', go)
  }
}
