/** The one way a form runs its verb: values, faults, focus, unsaved guard. Used by VerbForm and VerbModal alone. */

import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import {
  type FieldErrors as NestedErrors,
  set as setPath,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { FieldErrors } from '#kernel/errors.ts'
import { useAction } from '#web/core/use-action.ts'
import { isSame } from '#web/drafts/changes.ts'
import type { OpenDraft } from '#web/drafts/form-keeper.ts'
import { onceReleased } from '#web/ui/pointer-held.ts'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import {
  type FormField,
  type FormPart,
  givenFields,
  inputOf,
  missingIn,
  standingFaults,
  type Values,
  type ValuesOf,
} from './fields.ts'
import { saysAll } from './said-faults.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { useDraftValues } from './use-draft-values.ts'

export interface VerbProps<N extends string, I, T> {
  readonly action_id: string
  /** An entry that is false is left out: `session.category === 'provider' && agency_field`. */
  readonly fields: readonly (FormField<N, NoInfer<ValuesOf<N, I>>> | false)[]
  readonly initial?: I
  /** Goes along with the fields. */
  readonly fixed?: object
  /** Changes the input where the verb takes another shape; `input` holds the shown fields that are not blank. */
  readonly input?: (input: Record<string, unknown>, values: NoInfer<ValuesOf<N, I>>) => object
  /** Sends the input to another address than the verbs. */
  readonly send?: (input: Record<string, unknown>, key: string) => Promise<T>
  readonly submit: string
  readonly tone?: 'primary' | 'secondary' | 'danger'
  /** Why the form cannot be sent now. */
  readonly blocked?: string | null | undefined | ((values: NoInfer<ValuesOf<N, I>>) => string | null)
  /** Toast of success; false for none. */
  readonly success?: string | false | ((data: T) => string)
  readonly onDone?: (data: T) => void
  readonly onChange?: (values: NoInfer<ValuesOf<N, I>>) => void
  /** False: the verb only looks, and typed values stay unsaved. */
  readonly saves?: boolean
  /** The form's owner keeps typed values: leaving loses none, so nothing asks. */
  readonly keeps?: boolean
  /** False: the values belong to a file or another thing that does not come back with them. */
  readonly draft?: false
  /** Faults of an earlier sending; the same object as long as they are the same. */
  readonly faults?: FieldErrors | undefined
  /** Faults that the browser finds itself, beside what is missing: the form is not sent. */
  readonly check?: (values: NoInfer<ValuesOf<N, I>>) => FieldErrors
  /** A second button: another verb on the same values. */
  readonly also?: Also<NoInfer<ValuesOf<N, I>>, T>
  /** Below the fields, drawn from the values so far. */
  readonly aside?: (part: FormPart<NoInfer<ValuesOf<N, I>>>) => ReactNode
}

export interface Also<V, T> {
  readonly action_id: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly tone?: 'primary' | 'secondary'
  readonly fixed?: object
  readonly input?: (input: Record<string, unknown>, values: V) => object
  readonly send?: (input: Record<string, unknown>, key: string) => Promise<T>
  readonly blocked?: string | null
  when?(values: V): boolean
  readonly success?: string | false | ((data: T) => string)
  readonly onDone?: (data: T) => void
}

type FindFault = ((text: string) => string | null | Promise<string | null>) | undefined

export interface RunningForm {
  readonly id: string
  readonly fields: readonly FormField<string, never>[]
  readonly part: FormPart<Values>
  /** The field is left: finds its fault and shows it, unless the text changes or the form is sent meanwhile. */
  readonly leave: (name: string, find: FindFault) => Promise<void>
  readonly isUnsaved: () => boolean
  readonly attributes: object
  readonly blocked: string | null
  /** Which of the two buttons is at work. */
  readonly busy: { readonly submit: boolean; readonly also: boolean }
  readonly hasAlso: boolean
  readonly guard: ReactNode
  readonly draft: OpenDraft
  /** The words of rows that were picked, by field. */
  readonly picked: RefObject<Record<string, string>>
  /** Drops the draft, so that nothing comes back. */
  readonly forget: () => void
}

export function useVerbForm<N extends string, I, T>(
  props: VerbProps<N, I, T>,
  draft: OpenDraft,
  label: () => string,
): RunningForm {
  const { id, picked } = useOwn()
  const given = givenFields(props.fields)
  const { keeper, start } = draft
  const shownOf = (values: Values) => given.filter((field) => field.when?.(values as never) ?? true)
  const form = useForm<Record<string, unknown>>({
    defaultValues: start,
    shouldFocusError: false,
    resolver: (values) => {
      const missing = missingIn(shownOf(values), values)
      const errors = {}
      const faults = { ...missing, ...props.check?.(values as ValuesOf<N, I>) }
      for (const [path, message] of Object.entries(faults)) setPath(errors, path, { type: 'check', message })
      return { values, errors }
    },
  })
  const values: Values = useWatch({ control: form.control })
  const errors = flatErrors(form.formState.errors)
  const unsaved = useRef(false)
  const keeps = useLatest(props.keeps ?? false)
  const { isDirty, defaultValues } = form.formState
  unsaved.current = isDirty || differsFrom(keeper?.back?.values, values, defaultValues)
  const element = useRef<HTMLFormElement>(null)
  const seeksFault = useRef(false)
  const sends = useRef(0)
  const refuse = (faults: FieldErrors) => {
    for (const [path, message] of Object.entries(faults))
      form.setError(fieldOf(path, values), { type: 'server', message })
    seeksFault.current = true
  }
  useGivenFaults(props.faults, refuse)
  const tellUnsaid = useDrawnFaults(element, seeksFault, errors, (path) => fieldOf(path, values))
  const optionsOf = (verb: Pick<VerbProps<N, I, T>, 'success' | 'send' | 'onDone' | 'saves'>) => ({
    ...(verb.success === undefined ? {} : { success: verb.success }),
    ...(verb.send ? { send: verb.send } : {}),
    onRefused: refuse,
    onFaults: tellUnsaid,
    ...(keeper ? { keys: keeper.keys } : {}),
    onDone: (data: T) => {
      if (verb.saves !== false) {
        void keeper?.saved(form.getValues())
        form.reset(form.getValues())
        unsaved.current = false
      }
      verb.onDone?.(data)
    },
  })
  const action = useAction<T>(props.action_id, optionsOf(props))
  const second = useAction<T>(props.also?.action_id ?? '', optionsOf(props.also ?? {}))
  const running = (verb: Pick<VerbProps<N, I, T>, 'input' | 'fixed'>, send: typeof action.run) =>
    form.handleSubmit(
      async (typed) => {
        const input = inputOf(shownOf(typed), typed)
        await send({ ...(verb.input?.(input, typed as ValuesOf<N, I>) ?? input), ...verb.fixed })
      },
      () => {
        seeksFault.current = true
      },
    )
  const set = (changes: Partial<Values>) => {
    seeksFault.current = false
    const before = form.getValues()
    const after = { ...before, ...changes }
    form.setValues(after, { shouldDirty: true })
    props.onChange?.(after as ValuesOf<N, I>)
    if (Object.keys(errors).length === 0) return
    const sent = sends.current
    // A message that goes on blur would move the pressed button and lose the click.
    onceReleased(() => {
      if (sends.current !== sent) return
      // Clearing a path clears all below it: so all are cleared, and the standing ones set again.
      form.clearErrors()
      for (const [path, message] of Object.entries(standingFaults(errors, before, after)))
        form.setError(path, { type: 'server', message })
    })
  }
  const part: FormPart<Values> = {
    values,
    errors,
    busy: action.busy || second.busy,
    isUnsaved: unsaved.current,
    also: () => {
      sends.current += 1
      void running(props.also ?? {}, second.run)()
    },
    set,
    update: (change) => set(change(form.getValues())),
  }
  const isUnsaved = () => unsaved.current
  const { forget, loses } = useDraftValues(keeper, { values, now: form.getValues, fields: given, label, set })
  const isLost = () => isUnsaved() && !keeps.current && loses()
  const blocked = useBlocked(props, values as ValuesOf<N, I>)
  const attributes = {
    id,
    ref: element,
    noValidate: true,
    onSubmit: (event: SyntheticEvent) => {
      // React passes events on from a dialog to the form that holds it.
      event.stopPropagation()
      if (blocked) return event.preventDefault()
      sends.current += 1
      return running(props, action.run)(event)
    },
  }
  return {
    id,
    fields: shownOf(values),
    part,
    leave: leaving(form, sends),
    isUnsaved,
    attributes,
    blocked,
    hasAlso: props.also !== undefined && (props.also.when?.(values as ValuesOf<N, I>) ?? true),
    busy: { submit: action.busy, also: second.busy },
    guard: <UnsavedGuard isUnsaved={() => !keeps.current && isUnsaved()} isLost={isLost} onLeave={forget} />,
    draft,
    picked,
    forget,
  }
}

const useOwn = () => ({ id: useId(), picked: useRef<Record<string, string>>({}) })

function useBlocked<N extends string, I, T>(
  { action_id, blocked }: VerbProps<N, I, T>,
  values: ValuesOf<N, I>,
): string | null {
  const refusal = useVerbRefusal()(action_id)
  return refusal ?? (typeof blocked === 'function' ? blocked(values) : blocked) ?? null
}

/** A fault found late is not shown over a changed text, or after sending. */
const leaving =
  (form: UseFormReturn<Record<string, unknown>>, sends: RefObject<number>) =>
  async (name: string, find: FindFault) => {
    const left = form.getValues()[name]
    if (typeof left !== 'string' || left.trim() === '' || find === undefined) return
    const sent = sends.current
    const message = await find(left.trim())
    if (message === null) return
    onceReleased(() => {
      if (sends.current === sent && form.getValues()[name] === left)
        form.setError(name, { type: 'server', message })
    })
  }

/** Values filled in from a draft before the first keys, which the form does not count as typed. */
const differsFrom = (back: Values | undefined, values: Values, saved: Values | undefined): boolean =>
  Object.keys(back ?? {}).some((name) => !isSame(values[name], saved?.[name]))

/** After each drawing: faults reach the page one or two drawings after the refusal. */
function useFaultFocus(form: RefObject<HTMLFormElement | null>, seeks: RefObject<boolean>): void {
  useEffect(() => {
    const first = seeks.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!first) return
    seeks.current = false
    first.focus()
  })
}

interface Unsaid {
  readonly fields: readonly string[]
  readonly faults: FieldErrors
  readonly tell: () => void
}

/** Moves the focus to the first fault drawn, and tells by a toast of those of a refusal that no field says. */
function useDrawnFaults(
  form: RefObject<HTMLFormElement | null>,
  seeksFocus: RefObject<boolean>,
  errors: FieldErrors,
  nameOf: (path: string) => string,
): (faults: FieldErrors, tell: () => void) => void {
  useFaultFocus(form, seeksFocus)
  const unsaid = useRef<Unsaid | null>(null)
  useEffect(() => {
    const refused = unsaid.current
    if (!refused?.fields.some((field) => field in errors)) return
    unsaid.current = null
    const shown = [...(form.current?.querySelectorAll('[role="alert"]') ?? [])]
    const texts = shown.map(({ textContent }) => textContent ?? '')
    if (!saysAll(texts, Object.values(refused.faults))) refused.tell()
  })
  return (faults, tell) => {
    unsaid.current = { fields: Object.keys(faults).map(nameOf), faults, tell }
  }
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}

function useGivenFaults(faults: FieldErrors | undefined, refuse: (faults: FieldErrors) => void): void {
  const refuseNow = useRef(refuse)
  refuseNow.current = refuse
  useEffect(() => {
    if (faults) refuseNow.current(faults)
  }, [faults])
}

/** The verb may nest a field (`address.city`): its fault is shown under the field of the last name. */
function fieldOf(path: string, values: Values): string {
  const [first = '', ...rest] = path.split('.')
  const last = rest.at(-1)
  return !(first in values) && last !== undefined && last in values ? last : path
}

/** react-hook-form nests errors by path; screens read them flat, as the server gave them. */
function flatErrors(errors: NestedErrors | object, path = ''): FieldErrors {
  const flat = Object.entries(errors).flatMap(([name, inner]): [string, string][] => {
    if (typeof inner !== 'object' || inner === null) return []
    const at = path + name
    const { message, type, ref, ...below } = inner
    const own: [string, string][] = typeof message === 'string' ? [[at, message]] : []
    return [...own, ...Object.entries(flatErrors(below, `${at}.`))]
  })
  return Object.fromEntries(flat)
}
