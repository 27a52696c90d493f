/** The phone, the website and the industries of a client, changed at once. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { type CompanyText, company, company_texts } from '../company.entity.ts'
import { identifierFaults, phoneFaults } from '../company-profile/party-faults.rules.ts'
import { industries_field } from '../company-profile/party-fields.view.tsx'
import { industriesIn } from '../industries.rules.ts'
import { client_detail_writers } from './client-details.rules.ts'

export function ClientDetails({
  client,
}: {
  client: { id: string; name: string; industries: readonly string[] } & Readonly<
    Record<CompanyText, string | null>
  >
}) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  // The provider has one form for the whole profile.
  if (session.category === 'provider' || !isOneOf(session, client_detail_writers)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Phone, website, industries</Button>
      {open && (
        <VerbModal
          title="Phone, website, industries"
          description={client.name}
          action_id="business.client.set_details"
          fixed={{ client_id: client.id }}
          initial={{
            phone: client.phone ?? '',
            website: client.website ?? '',
            industries: client.industries.join(', '),
          }}
          fields={[
            ...company_texts.map((name) => ({
              kind: 'text' as const,
              name,
              label: company.fields[name].label,
              max: name === 'phone' ? 30 : 200,
              wide: true,
            })),
            industries_field,
          ]}
          input={({ industries, ...texts }) => ({
            ...texts,
            industries: industriesIn(String(industries ?? '')),
          })}
          check={(values) => ({
            ...identifierFaults(['website'], values),
            ...(values.phone === client.phone ? {} : phoneFaults('phone', values)),
          })}
          submit="Save"
          success="The details are saved"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
