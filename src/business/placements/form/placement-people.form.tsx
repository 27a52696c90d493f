/** The people of a new placement: those of the client, and the agency's consultant. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { FormPart } from '#web/form/fields.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'

const document = gql(`query placement_people($client_id: uuid!, $agency_id: uuid!) {
  client_people: business_business_contact(where: { business_id: { _eq: $client_id }, is_active: { _eq: true } }, order_by: [{ name: asc }], limit: 200) { id name email roles }
  agency_people: business_business_contact(where: { business_id: { _eq: $agency_id }, is_active: { _eq: true } }, order_by: [{ name: asc }], limit: 200) { id name }
}`)

type ListName = 'timesheet_approver_ids' | 'invoice_contact_ids'
export type TypedPeople<N extends ListName> = Readonly<Record<N, readonly string[]>> & {
  readonly client_id: string
  readonly consultant_contact_id: string
  /** Of a temp placement. */
  readonly hiring_manager_id?: string
}

const list_kinds = {
  timesheet_approver_ids: { role: 'timesheet_approver', label: 'Timesheet approvers' },
  invoice_contact_ids: { role: 'invoice_contact', label: 'Invoice contacts' },
} as const satisfies Record<ListName, object>

const unknown_id = '00000000-0000-0000-0000-000000000000'

export function PlacementPeople<N extends ListName>({
  values,
  set,
  errors,
  lists,
  agency_id,
}: Pick<FormPart<TypedPeople<N>>, 'values' | 'errors'> & {
  set: (changes: Readonly<Record<string, unknown>>) => void
  lists: readonly N[]
  agency_id: string
}) {
  const { client_id, hiring_manager_id } = values
  const { category } = useSession()
  const { data } = useQuery({
    queryKey: ['placement_people', client_id, agency_id],
    queryFn: ({ signal }) =>
      graphql(document, { client_id: client_id || unknown_id, agency_id: agency_id || unknown_id }, signal),
  })
  const managers = (data?.client_people ?? [])
    .filter((one) => one.roles.includes('hiring_manager'))
    .map((one) => ({ value: one.id, label: one.name ?? one.email }))
  const colleagues = (data?.agency_people ?? []).map((one) => ({ value: one.id, label: one.name ?? '' }))
  return (
    <div className="grid gap-3 tablet:grid-cols-2">
      {lists.map((field) => {
        const { role, label } = list_kinds[field]
        const people = (data?.client_people ?? []).filter((one) => one.roles.includes(role))
        const chosen: readonly string[] = values[field]
        const toggle = (id: string, on: boolean) =>
          set({ [field]: on ? [...chosen, id] : chosen.filter((one) => one !== id) })
        return (
          <fieldset
            key={field}
            className="min-w-0"
            aria-describedby={errors[field] ? `${field}-error` : undefined}
          >
            <legend className="mb-1 text-12 font-medium text-n11">{label}</legend>
            {people.map((one) => (
              <Checkbox
                key={one.id}
                label={one.name ?? one.email}
                checked={chosen.includes(one.id)}
                onChange={(on) => toggle(one.id, on)}
              />
            ))}
            {people.length === 0 && (
              <p className="text-12 text-n11">
                {client_id === '' ? (
                  'Choose the client first.'
                ) : (
                  <>
                    Nobody with this role has joined the client yet.{' '}
                    <Link to={pathOf({ category, path: 'business/client', id: client_id })}>
                      Add or invite them
                    </Link>
                  </>
                )}
              </p>
            )}
            {errors[field] && (
              <p id={`${field}-error`} role="alert" className="mt-1 text-12 text-red11">
                {errors[field]}
              </p>
            )}
          </fieldset>
        )
      })}
      {hiring_manager_id !== undefined && (
        <Combobox
          label="Hiring manager"
          hint="Asked for the client’s approval"
          value={managers.find((one) => one.value === hiring_manager_id) ?? null}
          options={managers}
          onChange={(picked) => set({ hiring_manager_id: picked?.value ?? '' })}
          error={errors.hiring_manager_id}
        />
      )}
      <Combobox
        label="Consultant"
        value={colleagues.find((one) => one.value === values.consultant_contact_id) ?? null}
        options={colleagues}
        onChange={(picked) => set({ consultant_contact_id: picked?.value ?? '' })}
        error={errors.consultant_contact_id}
      />
    </div>
  )
}
