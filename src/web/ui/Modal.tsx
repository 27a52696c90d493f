import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { dialogText } from '#kernel/messages.ts'
import { Button } from './Button.tsx'
import { cx } from './class-names.ts'
import { useTyped } from './use-typed.ts'

/** Question before typed text is discarded. */
export const unsaved_text = 'Your changes are not saved and will be lost.'

export interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** `side` slides in from the right and fills the height; on a phone both are sheets from below. */
  place?: 'centre' | 'side'
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether closing loses input. By default the inputs are compared with their first values. */
  isUnsaved?: () => boolean
}

const widths = { sm: 'tablet:w-110', md: 'tablet:w-140', lg: 'tablet:w-200' }

/**
 * Focus stays inside; Esc and a click outside close it; focus returns to the opener. Closing it this way asks first if
 * something was typed.
 */
export function Modal({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'sm',
  place = 'centre',
  initialFocus,
  isUnsaved,
}: ModalProps) {
  const typed = useTyped()
  const [isAsked, setAsked] = useState(false)
  if (!open && isAsked) setAsked(false)
  const leave = () => ((isUnsaved ?? typed.isTyped)() ? setAsked(true) : onClose())
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason, event }) => {
        // The second click of a double click on the opener falls outside.
        if (reason === 'outside-press' && 'detail' in event && Number(event.detail) > 1) return
        if (!next) leave()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-(--z-modal) bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Popup
          ref={typed.part}
          onFocus={typed.onFocus}
          {...(initialFocus ? { initialFocus } : {})}
          className={cx(
            'fixed z-(--z-modal) flex max-h-[calc(100dvh-var(--shell-bar))] flex-col border-n6 bg-surface text-n12 shadow-3 outline-none',
            'inset-x-0 bottom-0 rounded-t-lg border-t transition duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
            widths[size],
            place === 'centre'
              ? 'tablet:inset-x-auto tablet:bottom-auto tablet:top-[14vh] tablet:left-1/2 tablet:max-h-[72vh] tablet:-translate-x-1/2 tablet:rounded-lg tablet:border'
              : 'tablet:top-(--shell-bar) tablet:right-0 tablet:bottom-0 tablet:left-auto tablet:max-h-none tablet:rounded-none tablet:border-t-0 tablet:border-l',
          )}
        >
          <header className="py-3 pr-14 pl-4">
            <Dialog.Title className="text-16 font-semibold">{title}</Dialog.Title>
            {description && <Dialog.Description className="mt-1 text-n11">{description}</Dialog.Description>}
          </header>
          {children !== undefined && (
            <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</footer>
          )}
          {/* Last, so that focus starts in the content. */}
          <Dialog.Close
            aria-label="Close"
            className="absolute top-2.5 right-2.5 grid size-8 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12 pointer-coarse:top-1 pointer-coarse:right-1 pointer-coarse:size-12"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
      {isAsked && (
        <AskToLeave
          onStay={() => setAsked(false)}
          onLeave={() => {
            setAsked(false)
            onClose()
          }}
        />
      )}
    </Dialog.Root>
  )
}

function AskToLeave({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      open
      onClose={onStay}
      title={dialogText.confirm_title}
      description={unsaved_text}
      footer={
        <>
          <Button onClick={onStay}>No</Button>
          <Button tone="primary" onClick={onLeave}>
            {dialogText.confirm_button}
          </Button>
        </>
      }
    />
  )
}
