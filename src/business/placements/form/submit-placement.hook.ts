/** The button that saves a new placement and submits it. */
import { useAction } from '#web/core/use-action.ts'
import type { Made } from '#web/form/fields.ts'

/** Properties of the form. @param open shows the placement: where it cannot be submitted, as a draft that says why */
export function useSaveAndSubmit<V>(
  input: (input: Readonly<Record<string, unknown>>, values: V) => object,
  open: (id: string) => void,
) {
  const submit = useAction('contract.temp_placement.submit', { success: 'The placement is submitted' })
  return {
    tone: 'secondary',
    also: {
      action_id: 'contract.temp_placement.create',
      label: 'Save and submit',
      tone: 'primary',
      success: false,
      input,
      onDone: ({ id }: Made) => void submit.run({ id }).then(() => open(id)),
    },
  } as const
}
