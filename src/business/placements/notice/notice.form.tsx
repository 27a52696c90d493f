/** The notice of a placement: none, one period, or one for its first time and another after it. */
import { isListOf } from '#web/drafts/form-draft.ts'
import { type FormPart, numberTyped } from '#web/form/fields.ts'
import { NumberInput, Select } from '#web/ui/inputs.tsx'
import { type NoticeColumns, notice_types, noticeOf } from './notice-period.rules.ts'

type TypedLength = { readonly count: string; readonly unit: string }

/** Empty type: not agreed. */
export type TypedNotice = TypedLength & {
  readonly type: string
  readonly initial: TypedLength
  readonly duration: TypedLength
  readonly later: TypedLength
}

const unit_options = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
] as const

const blank: TypedLength = { count: '', unit: 'week' }
const no_notice: TypedNotice = { type: '', ...blank, initial: blank, duration: blank, later: blank }

export const isTypedNotice = (value: unknown): boolean => isListOf(no_notice)([value])

export function typedNotice(row: NoticeColumns | null): TypedNotice {
  const notice = row && noticeOf(row)
  const typed = ({ count, unit }: { count: number; unit: string }) => ({ count: String(count), unit })
  if (notice === null) return no_notice
  if (notice.type === 'single') return { ...no_notice, type: notice.type, ...typed(notice) }
  if (notice.type === 'none') return { ...no_notice, type: notice.type }
  const { initial, duration, later } = notice
  return {
    ...no_notice,
    type: notice.type,
    initial: typed(initial),
    duration: typed(duration),
    later: typed(later),
  }
}

/** As the verbs take it; null where none is agreed. */
export function noticeInputOf({ type, count, unit, ...stages }: TypedNotice) {
  const sent = (length: TypedLength) => ({
    ...(length.count.trim() === '' ? {} : { count: numberTyped(length.count) }),
    unit: length.unit,
  })
  if (type === '') return null
  if (type === 'single') return { type, ...sent({ count, unit }) }
  if (type !== 'two_stage') return { type }
  return { type, initial: sent(stages.initial), duration: sent(stages.duration), later: sent(stages.later) }
}

export function NoticeFields({
  values: { notice },
  set,
  errors,
}: FormPart<{ readonly notice: TypedNotice }>) {
  const onChange = (typed: TypedNotice) => set({ notice: typed })
  const length = (
    label: string,
    path: string,
    typed: TypedLength,
    put: (typed: TypedLength) => TypedNotice,
  ) => (
    <div className="grid grid-cols-2 items-start gap-3">
      <NumberInput
        label={label}
        required
        inputMode="numeric"
        maxLength={3}
        value={typed.count}
        onChange={(count) => onChange(put({ ...typed, count }))}
        error={errors[`${path}.count`]}
      />
      <Select
        label={`${label}, in`}
        options={unit_options}
        value={typed.unit}
        onChange={(unit) => onChange(put({ ...typed, unit }))}
        error={errors[`${path}.unit`]}
      />
    </div>
  )
  return (
    <fieldset className="grid min-w-0 items-start gap-3 tablet:grid-cols-2">
      <legend className="sr-only">Notice</legend>
      <Select
        label="Notice"
        placeholder="Not agreed"
        options={notice_types}
        value={notice.type}
        onChange={(type) => onChange({ ...notice, type })}
        error={errors.notice ?? errors['notice.type']}
      />
      {notice.type === 'single' &&
        length('Notice period', 'notice', notice, (typed) => ({ ...notice, ...typed }))}
      {notice.type === 'two_stage' && (
        <>
          {length('Notice at first', 'notice.initial', notice.initial, (initial) => ({ ...notice, initial }))}
          {length('For the first', 'notice.duration', notice.duration, (duration) => ({
            ...notice,
            duration,
          }))}
          {length('Notice after that', 'notice.later', notice.later, (later) => ({ ...notice, later }))}
        </>
      )}
    </fieldset>
  )
}
