import { Modal } from '#web/ui/Modal.tsx'

/** A mail as it reads. */
export function LetterView({
  letter,
  description,
  onClose,
}: {
  letter: { readonly subject: string | null; readonly body_text: string | null }
  description: string
  onClose: () => void
}) {
  return (
    <Modal open onClose={onClose} size="md" title={letter.subject ?? ''} description={description}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section aria-label="Letter" tabIndex={0}>
        <pre className="font-sans whitespace-pre-wrap">{letter.body_text}</pre>
      </section>
    </Modal>
  )
}
