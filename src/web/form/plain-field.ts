import type { Option } from '#web/ui/inputs.tsx'

/** Typed values by the name of their field. */
export type Typed = Readonly<Record<string, string | boolean>>

/** A field of a form without a session. */
export interface PlainField {
  /** By path: `address.city`. */
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'check'
  readonly autoComplete?: string
  readonly hint?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly numeric?: boolean
  /** Takes the focus once the form shows: of a form that is all that the person came for. */
  readonly first?: boolean
  /** One of these, named by `initial` at first. */
  readonly options?: readonly Option[]
  /** Takes the whole width. */
  readonly wide?: boolean
  /** Shows and sends the field only while this holds. */
  readonly when?: (typed: Typed) => boolean
}

export const new_password_field: PlainField = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autoComplete: 'new-password',
  hint: 'A phrase of several words, at least 12 characters.',
  required: true,
}
