/** The placement of a new expense. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isText } from '#web/drafts/form-draft.ts'
import type { FormPart } from '#web/form/fields.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import type { Option } from '#web/ui/inputs.tsx'

const document = gql(`query expense_placements {
  placements: contract_temp_placement(where: { status: { _in: ["active", "expired"] } }, order_by: [{ updated_at: desc }], limit: 200) {
    id human_id title client { name } contractor { name } currency { alpha_code }
  }
}`)

/** Placements that the viewer may enter for, the newest first. */
export function useExpensePlacements() {
  const { category } = useSession()
  const query = useQuery({
    queryKey: ['expense_placements'],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).placements,
  })
  const placements = query.data ?? []
  const options = placements.map((one): Option => {
    const who = category === 'contractor' ? one.client?.name : one.contractor?.name
    return { value: one.id, label: `${one.title}, ${who ?? ''} (${one.human_id})` }
  })
  return { placements, options, isPending: query.isPending }
}

export function PlacementPick<V extends { readonly contract_id: string }>({
  part: { values, set, errors },
  options,
}: {
  part: FormPart<V>
  options: readonly Option[]
}) {
  return (
    <Combobox
      label="Placement"
      required
      value={options.find((one) => one.value === values.contract_id) ?? null}
      options={options}
      // A change of this field alone.
      onChange={(picked) => set({ contract_id: picked?.value ?? '' } as Partial<V>)}
      error={errors.contract_id}
    />
  )
}

export const placementField = <V extends { readonly contract_id: string }>(options: readonly Option[]) =>
  ({
    kind: 'custom',
    name: 'contract_id',
    label: 'Placement',
    required: true,
    kept: { contract_id: isText },
    render: (part: FormPart<V>) => <PlacementPick part={part} options={options} />,
  }) as const
