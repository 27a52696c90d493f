/** A dialog's form as data. Enter sends it, and closing it asks first when something is typed. */
import type { OpenDraft } from '#web/drafts/form-keeper.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal, type ModalProps } from '#web/ui/Modal.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { DraftNote } from './DraftNote.tsx'
import { FormBody } from './FormBody.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { useVerbForm, type VerbProps } from './use-verb-form.tsx'

export interface VerbModalProps<N extends string, I, T>
  extends VerbProps<N, I, T>,
    Pick<ModalProps, 'title' | 'description' | 'size' | 'onClose'> {
  readonly columns?: 1 | 2
}

/** Mount it to open it. It closes itself once the verb has succeeded, before `onDone`. */
export function VerbModal<const N extends string, I extends object = object, T = unknown>(
  props: VerbModalProps<N, I, T>,
) {
  const refusal = useVerbRefusal()(props.action_id)
  if (refusal === null) return <Drafted props={props} />
  return (
    <Modal
      open
      onClose={props.onClose}
      title={props.title}
      description={refusal}
      footer={<Button onClick={props.onClose}>Close</Button>}
    />
  )
}

function Drafted<N extends string, I, T>({ props }: { props: VerbModalProps<N, I, T> }) {
  const draft = useFormDraft(props)
  return draft && <Dialog key={draft.round} props={props} draft={draft} />
}

function Dialog<N extends string, I, T>({
  props,
  draft,
}: {
  props: VerbModalProps<N, I, T>
  draft: OpenDraft
}) {
  const { title, description, size, onDone } = props
  const form = useVerbForm<N, I, T>(
    {
      ...props,
      onDone: (data) => {
        props.onClose()
        onDone?.(data)
      },
    },
    draft,
    () => title,
  )
  const onClose = () => {
    form.forget()
    props.onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      isUnsaved={form.isUnsaved}
      {...(description ? { description } : {})}
      {...(size ? { size } : {})}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form.id}
            tone={props.tone ?? 'primary'}
            busy={form.busy.submit}
            disabledReason={form.blocked}
          >
            {props.submit}
          </Button>
        </>
      }
    >
      <form {...form.attributes}>
        <DraftNote form={form} />
        <FormBody form={form} columns={props.columns ?? 1} aside={props.aside?.(form.part as never)} />
        {form.guard}
      </form>
    </Modal>
  )
}
