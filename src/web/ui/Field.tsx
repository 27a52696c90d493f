import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface FieldProps {
  /** Id of the control inside; its message gets `{id}-error`, its hint `{id}-hint`. */
  id: string
  label: string
  required?: boolean
  error?: string | undefined
  hint?: string | undefined
  children: ReactNode
  className?: string
}

/** The shell of every input: label above, message under the field (spec §8), and the hint that helps to mend it. */
export function Field({ id, label, required, error, hint, children, className }: FieldProps) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-12 font-medium text-n11">
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-red11">
            *
          </span>
        )}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-12 text-red11">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-12 text-n11">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Attributes that connect a control with its field: id, error and hint. */
export function fieldAria(
  id: string,
  {
    error,
    hint,
    required,
  }: {
    readonly error?: string | undefined
    readonly hint?: string | undefined
    readonly required?: boolean | undefined
  },
) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    'aria-describedby': cx(error && `${id}-error`, hint && `${id}-hint`) || undefined,
  }
}
