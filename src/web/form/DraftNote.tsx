import { movedFields, unkeptLabels } from '#web/drafts/form-draft.ts'
import { TypedNote } from '#web/drafts/TypedNote.tsx'
import type { RunningForm } from './use-verb-form.tsx'

/** Above fields with values typed before. */
export function DraftNote({ form }: { form: RunningForm }) {
  const { keeper, start, discard } = form.draft
  if (!keeper?.back || !form.part.isUnsaved) return null
  const { fields } = form
  const again = unkeptLabels(fields)
  return (
    <div className="mb-3 overflow-hidden rounded-lg border border-b-0">
      <TypedNote
        lead="What you typed before is back. It is not saved yet."
        lines={[
          ...movedFields(keeper.back, fields, start),
          ...(again.length > 0 ? [`Never kept, so type it again: ${again.join(', ')}.`] : []),
        ]}
        button="Discard"
        onPress={discard}
      />
    </div>
  )
}
