/** A person of a business, entered or changed (spec §2, row action "update contact"). */
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { useAction } from '#web/core/use-action.ts'
import { SubmitByEnter } from '#web/form/SubmitByEnter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { rolesOf } from './contact.rules.ts'

export interface Contact {
  readonly id: string
  readonly business_id: string
  readonly name: string | null
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly contact_phone: string | null
  readonly roles: readonly string[]
  readonly is_active: boolean
  readonly business: { readonly id: string; readonly name: string; readonly type: string }
}

export interface ContactFormProps {
  readonly business: Contact['business']
  /** The contact that is changed; null for a new one. */
  readonly changes: Contact | null
  readonly onClose: () => void
}

export function ContactForm({ business, changes, onClose }: ContactFormProps) {
  const [fields, setFields] = useState({
    first_name: changes?.first_name ?? '',
    last_name: changes?.last_name ?? '',
    email: changes?.email ?? '',
    contact_phone: changes?.contact_phone ?? '',
  })
  const [roles, setRoles] = useState<readonly string[]>(changes?.roles ?? [])
  const [is_active, setActive] = useState(changes?.is_active ?? true)
  const [signs_in, setSignsIn] = useState(changes === null)
  const save = useAction(changes ? 'business.business_contact.update' : 'business.business_contact.create', {
    success: changes ? 'Contact updated' : 'Contact added',
    onDone: onClose,
  })
  const field = (name: keyof typeof fields, label: string, required: boolean, hint?: string) => (
    <TextInput
      label={label}
      required={required}
      maxLength={200}
      hint={hint}
      value={fields[name]}
      onChange={(text) => {
        save.clearErrors()
        setFields((now) => ({ ...now, [name]: text }))
      }}
      error={save.errors[name]}
    />
  )
  const submit = () => {
    const { contact_phone, ...named } = fields
    void save.run({
      ...(changes
        ? { id: changes.id, is_active, invite: signs_in }
        : { business_id: business.id, can_sign_in: signs_in }),
      ...named,
      ...(contact_phone.trim() === '' ? {} : { contact_phone }),
      roles,
    })
  }
  return (
    <Modal
      open
      onClose={onClose}
      size="md"
      title={changes ? 'Update contact' : 'New contact'}
      description={business.name}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="primary" busy={save.busy} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3 tablet:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {field('first_name', 'First name', true)}
        {field('last_name', 'Last name', true)}
        {field(
          'email',
          'Email',
          true,
          changes ? 'Stays as it is for somebody who signs in with it.' : undefined,
        )}
        {field('contact_phone', 'Phone', false)}
        <RoleChoice
          business_type={business.type}
          value={roles}
          onChange={setRoles}
          error={save.errors.roles}
        />
        <div className="flex min-w-0 flex-col tablet:col-span-2">
          {changes && (
            <>
              <Checkbox label="Active" checked={is_active} onChange={setActive} />
              <p className="mb-1 text-12 text-n11">An inactive person is signed out and cannot come back.</p>
            </>
          )}
          <Checkbox
            label={changes ? 'Give an account, if there is none yet' : 'May sign in'}
            checked={signs_in}
            onChange={setSignsIn}
          />
        </div>
        <SubmitByEnter label="Save" />
      </form>
    </Modal>
  )
}

function RoleChoice({
  business_type,
  value,
  onChange,
  error,
}: {
  business_type: string
  value: readonly string[]
  onChange: (roles: readonly string[]) => void
  error: string | undefined
}) {
  return (
    <fieldset className="min-w-0 tablet:col-span-2" aria-describedby={error ? 'roles-error' : undefined}>
      <legend className="mb-1 text-12 font-medium text-n11">Roles</legend>
      <div className="grid gap-x-4 sideways:grid-cols-2">
        {rolesOf(business_type).map((role) => (
          <Checkbox
            key={role}
            label={labelOf(role)}
            checked={value.includes(role)}
            onChange={(on) => onChange(on ? [...value, role] : value.filter((one) => one !== role))}
          />
        ))}
      </div>
      {error && (
        <p id="roles-error" role="alert" className="mt-1 text-12 text-red11">
          {error}
        </p>
      )}
    </fieldset>
  )
}
