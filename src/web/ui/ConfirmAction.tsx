import { useEffect, useId, useRef, useState } from 'react'
import { dialogText, isCommentRequired, validationText } from '#kernel/messages.ts'
import { Button } from './Button.tsx'
import { Field, fieldAria } from './Field.tsx'
import { Modal } from './Modal.tsx'

export interface ConfirmActionProps {
  open: boolean
  onClose: () => void
  /** Label of the action, e.g. `Reject`; decides whether a comment is required (spec §5). */
  label: string
  /** The effect in one line. */
  description?: string
  /** Asks for a comment. Some labels always require it (spec §5); `required` is for verbs that demand a reason. */
  withComment?: boolean | 'required'
  /** Server error of the comment. */
  error?: string | undefined
  tone?: 'primary' | 'danger'
  /** Enter confirms: for questions opened by a key. */
  focusesYes?: boolean
  /** The dialog stays open and busy until it resolves, and stays open on false. */
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
  focusesYes = false,
  onConfirm,
}: ConfirmActionProps) {
  const isRefusing = isCommentRequired(label)
  const required = isRefusing || withComment === 'required'
  const asksComment = withComment !== false || required
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState('')
  // The error stays until the text changes.
  const [sent, setSent] = useState<string | null>(null)
  const error = missing || (sent === comment ? refusal : undefined)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (error) text.current?.focus()
  }, [error])

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
      {...(asksComment ? { initialFocus: text } : focusesYes ? { initialFocus: yes } : {})}
      footer={
        <>
          <Button onClick={close}>No</Button>
          <Button
            ref={yes}
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
            {...fieldAria(id, { error, required })}
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
