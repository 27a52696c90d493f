import { useId, useRef, useState } from 'react'
import { dialogText, isCommentRequired, validationText } from '#kernel/messages.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { Modal } from './Modal.tsx'

export interface ConfirmActionProps {
  open: boolean
  onClose: () => void
  /** Label of the action asked about, e.g. `Reject`: it decides whether the comment is required (spec §5). */
  label: string
  /** What will happen, in a sentence. */
  description?: string
  /** Ask for a comment. Always asked where the label makes it required. */
  withComment?: boolean
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
  withComment,
  tone,
  onConfirm,
}: ConfirmActionProps) {
  const required = isCommentRequired(label)
  const asksComment = withComment || required
  const [comment, setComment] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)

  const close = () => {
    setComment('')
    setError('')
    onClose()
  }
  const confirm = async () => {
    if (required && comment.trim() === '') {
      setError(validationText.specify_reason)
      text.current?.focus()
      return
    }
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
          <Button tone={tone ?? (required ? 'danger' : 'primary')} busy={busy} onClick={() => void confirm()}>
            {dialogText.confirm_button}
          </Button>
        </>
      }
    >
      {asksComment ? (
        <Field id={id} label={dialogText.comments_prompt} required={required} error={error}>
          <textarea
            ref={text}
            id={id}
            rows={3}
            maxLength={2000}
            value={comment}
            aria-invalid={error !== ''}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => {
              setComment(event.target.value)
              setError('')
            }}
            className="field-input"
          />
        </Field>
      ) : undefined}
    </Modal>
  )
}
