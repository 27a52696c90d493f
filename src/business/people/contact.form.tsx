/** A person of a business, entered or changed (spec §2, row action "update contact"). */

import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#entity/choices.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isTextList } from '#web/drafts/form-draft.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { emailFaults, phoneFaults } from '../parties/company-profile/party-faults.rules.ts'
import { repeatsAddress, rolesOf } from './contact.rules.ts'
import { useInvitation } from './invitation.hook.ts'
import { role_waits } from './role-change.rules.ts'

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
  readonly joined_at: string | null
  readonly check_status: string | null
  /** Added by an agency: the person has them after the provider's check. */
  readonly waiting_roles: readonly string[]
  /** The mail domains of the contact's business; empty where none is known. */
  readonly email_domains: readonly string[]
  readonly business: { readonly id: string; readonly name: string; readonly type: string }
}

const wait_texts = {
  check: 'Your provider checks this person, who is then invited',
  approval: 'This person is invited once the business is approved',
  role_check: 'Saved. Your provider checks the added role',
} as const

export interface ContactFormProps {
  readonly business: Contact['business']
  /** The contact that is changed; null for a new one. */
  readonly changes: Contact | null
  /** Of a new one, in the words of the page that asks. */
  readonly title?: string
  /** Of a new one, chosen until the person chooses. */
  readonly first_roles?: readonly string[]
  readonly onClose: () => void
}

const addresses = gql(`query contact_addresses($id: uuid!) {
  people: business_business_contact(where: { business_id: { _eq: $id } }, limit: 1000) { id email }
}`)

export function ContactForm({
  business,
  changes,
  title = 'New contact',
  first_roles,
  onClose,
}: ContactFormProps) {
  const { category } = useSession()
  // An open invitation is sent again and revoked on its card.
  const waits = changes !== null && changes.joined_at === null
  const { data: invitation } = useInvitation(changes?.id ?? '', waits)
  const { data: people = [] } = useQuery({
    queryKey: ['contact_addresses', business.id],
    queryFn: async ({ signal }) => (await graphql(addresses, { id: business.id }, signal)).people,
  })
  return (
    <VerbModal
      size="md"
      columns={2}
      title={changes ? 'Update contact' : title}
      description={business.name}
      action_id={changes ? 'business.business_contact.update' : 'business.business_contact.create'}
      fixed={changes ? { id: changes.id } : { business_id: business.id }}
      initial={{
        first_name: changes?.first_name ?? '',
        last_name: changes?.last_name ?? '',
        email: changes?.email ?? '',
        contact_phone: changes?.contact_phone ?? '',
        roles: first_roles ?? rolesAsked(changes, category),
        is_active: changes?.is_active ?? true,
        signs_in: changes === null,
      }}
      fields={[
        { kind: 'text', name: 'first_name', label: 'First name', required: true },
        { kind: 'text', name: 'last_name', label: 'Last name', required: true },
        {
          kind: 'text',
          name: 'email',
          label: 'Email',
          hint: changes ? 'People who sign in keep their address.' : undefined,
          required: true,
        },
        { kind: 'text', name: 'contact_phone', label: 'Phone' },
        {
          kind: 'custom',
          name: 'roles',
          label: 'Roles',
          kept: { roles: isTextList },
          render: ({ values, set, errors }) => (
            <RoleChoice
              business_type={business.type}
              value={values.roles}
              onChange={(roles) => set({ roles })}
              error={errors.roles}
            />
          ),
        },
        changes !== null && {
          kind: 'check',
          name: 'is_active',
          label: 'Active',
          hint: 'Inactive people are signed out and cannot sign in.',
          wide: true,
        },
        (changes === null || (waits && invitation === null)) && {
          kind: 'check',
          name: 'signs_in',
          label: changes ? 'Invite to sign in' : 'May sign in',
          hint: 'The person gets a mail with a link to join.',
          wide: true,
        },
      ]}
      check={({ email, contact_phone }): FieldErrors => ({
        ...phoneFaults('contact_phone', { contact_phone }),
        ...(repeatsAddress(people, { id: changes?.id ?? null, email })
          ? { email: validationText.duplicate_email }
          : emailFaults({ email })),
      })}
      input={({ signs_in, ...input }) => ({ ...input, [changes ? 'invite' : 'can_sign_in']: signs_in })}
      submit="Save"
      success={(saved: { role_change_id: string | null; waits_for: keyof typeof wait_texts | null }) =>
        saved.waits_for !== null
          ? wait_texts[saved.waits_for]
          : saved.role_change_id !== null
            ? role_waits
            : changes
              ? 'Contact updated'
              : 'Contact added'
      }
      onClose={onClose}
    />
  )
}

/** The roles in the form. An agency also sees the waiting roles that it added; the provider gives them by its check. */
const rolesAsked = (changes: Contact | null, category: string): readonly string[] => [
  ...(changes?.roles ?? []),
  ...(category === 'agency' ? (changes?.waiting_roles ?? []) : []),
]

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
    <fieldset className="min-w-0" aria-describedby={error ? 'roles-error' : undefined}>
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
