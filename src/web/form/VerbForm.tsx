/** A page's form as data: fields of a verb's input and the verb that takes them (spec §2, "dynamic form"). */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenDraft } from '#web/drafts/form-keeper.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { DraftNote } from './DraftNote.tsx'
import { FormBody } from './FormBody.tsx'
import { FormReview } from './FormReview.tsx'
import { FormSteps } from './FormSteps.tsx'
import type { FormPart, ValuesOf } from './fields.ts'
import { REVIEW } from './form-review.ts'
import { stepsOf } from './form-steps.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useVerbForm, type VerbProps } from './use-verb-form.tsx'

export interface VerbFormProps<N extends string, I, T> extends VerbProps<N, I, T> {
  readonly intro?: string
  readonly title?: string
  /** Inside a card of the page. */
  readonly bare?: boolean
  readonly icon?: LucideIcon
  readonly columns?: 1 | 2
  /** Leads to the sections, and says which have faults. */
  readonly steps?: true
  /** Ends with a summary of everything that was typed, by section. */
  readonly review?: true
  /** Beside the submit button. */
  readonly buttons?: (part: FormPart<NoInfer<ValuesOf<N, I>>>) => ReactNode
}

export function VerbForm<const N extends string, I extends object = object, T = unknown>(
  props: VerbFormProps<N, I, T>,
) {
  const draft = useFormDraft(props)
  return draft && <Form key={draft.round} props={props} draft={draft} />
}

const review_step = { name: REVIEW, label: 'Review', faults: 0 } as const

const pageTitle = () => document.querySelector('main h1')?.textContent ?? 'A form'

function Form<N extends string, I, T>({ props, draft }: { props: VerbFormProps<N, I, T>; draft: OpenDraft }) {
  const form = useVerbForm(props, draft, pageTitle)
  const { also } = props
  const refusal = useVerbRefusal()(props.action_id)
  const body = (
    <div className="flex flex-col gap-3">
      {props.intro && <p className="text-n11">{props.intro}</p>}
      <DraftNote form={form} />
      {props.steps && (
        <FormSteps
          steps={[...stepsOf(form.fields, form.part.errors), ...(props.review ? [review_step] : [])]}
        />
      )}
      <FormBody form={form} columns={props.columns ?? 2} aside={props.aside?.(form.part as never)} />
      {props.review && <FormReview form={form} />}
      {refusal !== null && <p className="text-n11">{refusal}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        {props.buttons?.(form.part as never)}
        {also && form.hasAlso && (
          <Button
            {...(also.icon ? { icon: also.icon } : {})}
            tone={also.tone ?? 'secondary'}
            busy={form.busy.also}
            verb={also.action_id}
            disabledReason={also.blocked}
            onClick={form.part.also}
          >
            {also.label}
          </Button>
        )}
        <Button
          type="submit"
          {...(props.icon ? { icon: props.icon } : {})}
          tone={props.tone ?? 'primary'}
          busy={form.busy.submit}
          disabledReason={form.blocked}
        >
          {props.submit}
        </Button>
      </div>
    </div>
  )
  return (
    <form {...form.attributes}>
      {props.bare ? body : <Card {...(props.title ? { title: props.title } : {})}>{body}</Card>}
      {form.guard}
    </form>
  )
}
