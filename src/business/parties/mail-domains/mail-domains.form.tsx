/** The mail domains of a client: set and confirmed by the provider. */
import { useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { domainsFault, domainsIn } from '../mail-domains.rules.ts'

export function SetMailDomains({
  client,
}: {
  client: { id: string; name: string; email_domains: readonly string[] }
}) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (!isOneOf(session, { provider: provider_staff })) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Mail domains</Button>
      {open && (
        <VerbModal
          title="Mail domains"
          description={`People whom an agency enters at these domains of ${client.name} need no check.`}
          action_id="business.client.set_email_domains"
          fixed={{ client_id: client.id }}
          initial={{ email_domains: client.email_domains.join(', ') }}
          fields={[
            {
              kind: 'text',
              name: 'email_domains',
              label: 'Mail domains',
              hint: 'For example harbour.example, homes.example.',
              wide: true,
            },
          ]}
          check={({ email_domains }): FieldErrors => {
            const fault = domainsFault(email_domains)
            return fault === null ? {} : { email_domains: fault }
          }}
          input={({ email_domains }) => ({ email_domains: domainsIn(String(email_domains)) })}
          submit="Confirm domains"
          success="The mail domains are confirmed"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
