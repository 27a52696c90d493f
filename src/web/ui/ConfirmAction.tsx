import { useId, useRef, useState } from 'react'
import { dialogText, isCommentRequired, validationText } from '#kernel/messages.ts'
import { Button } from './Button.tsx'
import { Field, fieldAria } from './Field.tsx'
import { Modal } from './Modal.tsx'

export interface ConfirmActionProps {
  open: boolean
  onClose: () => void
  /** Label of the action asked about, e.g. `Reject`: it decides whether the comment is required (spec §5). */
  label: string
  /** What will happen, in a sentence. */
  description?: string
  /**
   * Ask for a comment. Always asked where the label makes it required (spec §5); `required` where the verb takes it for no
   * less: money that is taken back or held says why.
   */
  withComment?: boolean | 'required'
  /** What the server says of the comment. */
  error?: string | undefined
  tone?: 'primary' | 'danger'
  /** Resolves when done; the dialog stays open and busy until then, and stays open when it is false. */
  onConfirm: (comment: string) => Promise<boolean | undefined> | undefined | boolean
}

/** Spec §5: 'Are you sure?', 'Yes', 'Comments Please', 'Please specify the reason'. */
export function ConfirmAction({
  open,
  onClose,
  label,
  description,
  withComment = false,
  error: refusal,
  tone,
  onConfirm,
}: ConfirmActionProps) {
  const isRefusing = isCommentRequired(label)
  const required = isRefusing || withComment === 'required'
  const asksComment = withComment !== false || required
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState('')
  // What was refused stands there until something else is written.
  const [sent, setSent] = useState<string | null>(null)
  const error = missing || (sent === comment ? refusal : undefined)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)

  const close = () => {
    setComment('')
    setMissing('')
    setSent(null)
    onClose()
  }
  const confirm = async () => {
    if (required && comment.trim() === '') {
      setMissing(validationText.specify_reason)
      text.current?.focus()
      return
    }
    setSent(comment)
    setBusy(true)
    try {
      if ((await onConfirm(comment.trim())) !== false) close()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      onClose={close}
      title={dialogText.confirm_title}
      {...(description ? { description } : {})}
      {...(asksComment ? { initialFocus: text } : {})}
      footer={
        <>
          <Button onClick={close}>No</Button>
          <Button
            tone={tone ?? (isRefusing ? 'danger' : 'primary')}
            busy={busy}
            onClick={() => void confirm()}
          >
            {dialogText.confirm_button}
          </Button>
        </>
      }
    >
      {asksComment ? (
        <Field id={id} label={dialogText.comments_prompt} required={required} error={error}>
          <textarea
            ref={text}
            rows={3}
            maxLength={2000}
            value={comment}
            {...fieldAria(id, error, undefined, required)}
            onChange={(event) => {
              setComment(event.target.value)
              setMissing('')
            }}
            className="field-input"
          />
        </Field>
      ) : undefined}
    </Modal>
  )
}
