/** Fields that forms of change requests share. */
import type { FormField } from '#web/form/fields.ts'

/** Each request says why. */
export const comment_field = {
  kind: 'area',
  name: 'comment',
  label: 'Reason',
  hint: 'Shown to approvers',
  required: true,
} as const satisfies FormField<'comment'>

/** For contractors of several agencies. */
export const agencyChoice = (
  label: string,
  agencies: readonly { readonly id: string; readonly name: string }[],
): FormField<'agency_id'> => ({
  kind: 'choice',
  name: 'agency_id',
  label,
  options: agencies.map(({ id, name }) => ({ value: id, label: name })),
  required: true,
})
