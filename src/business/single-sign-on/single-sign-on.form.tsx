import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'
import { identity_provider } from './identity-provider.entity.ts'
import { sso_admins } from './identity-provider.rules.ts'
import { usePeople } from './people.hook.ts'

const domainsOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((text) => text !== '')

/** Where the provider sends people back. */
export const callbackAddress = (business_id: string): string =>
  `${location.origin}/api/auth/callback/business/${business_id}`

const domains_hint = 'Such as example.org, one a line. People with an address there are led to the provider.'

export function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="text-12 font-medium text-n11">{label}</span>
      <span className="flex items-center gap-2">
        <code className="min-w-0 wrap-anywhere">{text}</code>
        <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />
      </span>
    </div>
  )
}

export function SetUpForm({ onClose }: { readonly onClose: () => void }) {
  const { business } = useSession()
  return (
    <VerbModal
      title="Set up single sign-on"
      description="Register Stint at the provider first, with this address. Nobody has to use it until you require it."
      action_id="business.identity_provider.create"
      initial={{ type: 'microsoft' }}
      fields={[
        {
          kind: 'custom',
          name: 'callback',
          label: 'Callback address',
          render: () => <CopyLine label="Callback address" text={callbackAddress(business.id)} />,
        },
        {
          kind: 'choice',
          name: 'type',
          label: 'Provider',
          required: true,
          options: identity_provider.fields.type.choices,
        },
        {
          kind: 'text',
          name: 'tenant_id',
          label: 'Tenant',
          required: true,
          hint: 'The directory’s id, such as 72f988bf-86f1-41af-91ab-2d7cd011db47.',
          when: ({ type }) => type === 'microsoft',
        },
        {
          kind: 'text',
          name: 'hosted_domain',
          label: 'Workspace domain',
          required: true,
          hint: 'The primary domain of your Google Workspace.',
          when: ({ type }) => type === 'google',
        },
        {
          kind: 'text',
          name: 'name',
          label: 'Name',
          required: true,
          max: 60,
          hint: 'As your people know it: the button reads "Sign in with" and this name.',
          when: ({ type }) => type === 'oidc',
        },
        {
          kind: 'text',
          name: 'issuer',
          label: 'Issuer',
          required: true,
          hint: 'Such as https://login.example.org, without /.well-known.',
          when: ({ type }) => type === 'oidc',
        },
        { kind: 'text', name: 'application_id', label: 'Client id', required: true },
        { kind: 'text', name: 'client_secret', label: 'Client secret', required: true, secret: true },
        { kind: 'area', name: 'domains', label: 'Domains of your people', rows: 2, hint: domains_hint },
      ]}
      input={({ callback: _address, ...input }, { domains }) => ({ ...input, domains: domainsOf(domains) })}
      submit="Set up"
      success="Single sign-on is set up"
      onClose={onClose}
    />
  )
}

interface Kept {
  readonly id: string
  readonly name: string
  readonly application_id: string
  readonly domains: readonly string[]
  readonly provider_mfa: string
  readonly exempt_contact_ids: readonly string[]
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

export function ChangeForm({ provider, onClose }: { readonly provider: Kept; readonly onClose: () => void }) {
  const { business } = useSession()
  const { id, name, application_id, domains, provider_mfa, exempt_contact_ids } = provider
  const admin_roles: readonly string[] = Object.values(sso_admins).flat()
  const admins = (usePeople(business.id).data ?? []).filter(({ roles }) =>
    roles.some((role) => admin_roles.includes(role)),
  )
  return (
    <VerbModal
      title="Change single sign-on"
      description={`For another provider than this ${name}, remove it and set up the other one.`}
      action_id="business.identity_provider.update"
      initial={{
        application_id,
        domains: domains.join('\n'),
        provider_mfa,
        exempt_contact_ids: [...exempt_contact_ids],
      }}
      fields={[
        { kind: 'text', name: 'application_id', label: 'Client id', required: true },
        {
          kind: 'text',
          name: 'client_secret',
          label: 'New client secret',
          secret: true,
          hint: 'Empty keeps the present one.',
        },
        { kind: 'area', name: 'domains', label: 'Domains of your people', rows: 2, hint: domains_hint },
        {
          kind: 'radios',
          name: 'provider_mfa',
          label: 'Second factor',
          options: identity_provider.fields.provider_mfa.choices,
        },
        {
          kind: 'custom',
          name: 'exempt_contact_ids',
          label: 'Exempt',
          kept: { exempt_contact_ids: isTexts },
          render: ({ values, set, errors }) => (
            <Ticks
              label="Exempt: up to two administrators who sign in with a passkey instead"
              options={admins.map((one) => ({ value: one.id, label: `${one.first_name} ${one.last_name}` }))}
              value={values.exempt_contact_ids}
              onChange={(ids) => set({ exempt_contact_ids: ids })}
              error={errors.exempt_contact_ids}
            />
          ),
        },
      ]}
      input={(input, values) => ({
        ...input,
        id,
        domains: domainsOf(values.domains),
        exempt_contact_ids: values.exempt_contact_ids,
      })}
      submit="Save"
      success="Single sign-on changed"
      onClose={onClose}
    />
  )
}
