import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import type { MessageTone } from './messages.ts'

/** Spec §9. */
const toast_ms = 3000
const transition = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 120 })
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info, default: Info }

/** Before the host is there, the library keeps it until it is. */
export function showToast(tone: MessageTone, text: string, help: string): void {
  toast(help === '' ? text : <Helped text={text} help={help} />, {
    type: tone,
    role: tone === 'error' ? 'alert' : 'status',
  })
}

/** What happened, and below it what is safe and what to do (quality U5). */
function Helped({ text, help }: { text: string; help: string }) {
  return (
    <div className="min-w-0">
      <p>{text}</p>
      <p className="mt-0.5 text-12 text-n11">{help}</p>
    </div>
  )
}

/** Toasts at the top right for 3 seconds with a progress bar, paused on hover and on focus (spec §8). */
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
        newestOnTop
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
            className="absolute top-2.5 right-2 grid size-6 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12"
          >
            <X size={14} aria-hidden />
          </button>
        )}
      />
    </div>
  )
}

/** The library pauses on hover alone; whoever reaches a toast by keyboard needs the same time. */
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
