/** The people of a new party: they are invited once it is approved. */
import { Trash2 } from 'lucide-react'
import { labelOf } from '#entity/choices.ts'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'
import type { TypedPerson } from './party-rows.rules.ts'
import { emptyPerson } from './party-rows.rules.ts'

type Typed = { readonly people: readonly TypedPerson[] }

export function PeopleRows({
  roles,
  part: { values, set, errors },
}: {
  roles: readonly string[]
  part: FormPart<Typed>
}) {
  const { people } = values
  const put = (key: string, change: Partial<TypedPerson>) =>
    set({ people: people.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  return (
    <div className="flex flex-col gap-4">
      {errors.people && (
        <p role="alert" className="text-red11">
          {errors.people}
        </p>
      )}
      {people.map((person, i) => {
        const of = (field: string) => errors[`people.${i}.${field}`]
        const text = (name: 'first_name' | 'last_name' | 'email' | 'contact_phone', label: string) => (
          <TextInput
            label={label}
            required={name !== 'contact_phone'}
            maxLength={name === 'contact_phone' ? 30 : 200}
            value={person[name]}
            onChange={(typed) => put(person.key, { [name]: typed })}
            error={of(name)}
          />
        )
        return (
          <fieldset key={person.key} className="min-w-0 rounded-lg border p-3">
            <legend className="px-1 text-12 font-medium text-n11">Person {i + 1}</legend>
            <div className="grid items-start gap-3 sideways:grid-cols-2">
              {text('first_name', 'First name')}
              {text('last_name', 'Last name')}
              {text('email', 'Email')}
              {text('contact_phone', 'Phone')}
            </div>
            {roles.length > 1 && (
              <RoleBoxes
                roles={roles}
                chosen={person.roles}
                onChange={(chosen) => put(person.key, { roles: chosen })}
                error={of('roles')}
              />
            )}
            <div className="mt-2 flex items-center justify-between gap-3">
              <Checkbox
                label="May sign in, invited on approval"
                checked={person.can_sign_in}
                onChange={(can_sign_in) => put(person.key, { can_sign_in })}
              />
              <IconButton
                icon={Trash2}
                label={`Remove person ${i + 1}`}
                onClick={() => set({ people: people.filter(({ key }) => key !== person.key) })}
              />
            </div>
          </fieldset>
        )
      })}
      <AddRow
        label="Add a person"
        isLastBlank={isLastBlank(people, 'first_name', 'last_name', 'email')}
        onAdd={() => set({ people: [...people, emptyPerson(roles, people.length === 0)] })}
      />
    </div>
  )
}

function RoleBoxes({
  roles,
  chosen,
  onChange,
  error,
}: {
  roles: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error: string | undefined
}) {
  return (
    <fieldset className="mt-2 min-w-0">
      <legend className="mb-1 text-12 font-medium text-n11">Roles</legend>
      <div className="flex flex-wrap gap-x-4">
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={labelOf(role)}
            checked={chosen.includes(role)}
            onChange={(on) => onChange(on ? [...chosen, role] : chosen.filter((one) => one !== role))}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-12 text-red11">
          {error}
        </p>
      )}
    </fieldset>
  )
}
