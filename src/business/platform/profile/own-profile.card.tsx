/** The facts of the person signed in, with the form that changes them. */

import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Phone } from '#web/kinds/contact.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { signature_letters_max } from '../mails/communication.rules.ts'

const LAST_USED = 'The one used last'

/** Their choice where they can still act for it. */
function useDefaultBusiness() {
  const { user, businesses } = useSession()
  const { default_business_contact_id: chosen } = user.preferences
  return businesses.find(({ business_contact_id }) => business_contact_id === chosen)
}

export function OwnProfileCard() {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { user, business, businesses, roles } = session
  const opens = useDefaultBusiness()
  const signature = user.mail_signature || `${user.name}\n${business.name}`
  return (
    <Card
      title="You"
      actions={
        <Button size="sm" verb="platform.user.update_profile" onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <PropertiesTable
        items={[
          { label: 'Name', value: user.name },
          { label: 'Phone', value: user.contact_phone && <Phone value={user.contact_phone} /> },
          { label: 'Email', value: user.email },
          { label: 'Acting for', value: business.name },
          { label: 'Roles', value: roles.map(labelOf).join(', ') },
          ...(businesses.length > 1
            ? [{ label: 'Sign-in opens', value: opens?.business_name ?? LAST_USED }]
            : []),
          {
            label: 'Mail signature',
            value: <span className="whitespace-pre-line wrap-anywhere">{signature}</span>,
          },
        ]}
      />
      {isOpen && <ProfileForm onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ProfileForm({ onClose }: { onClose: () => void }) {
  const { user, businesses, category } = useSession()
  const opens = useDefaultBusiness()
  return (
    <VerbModal
      title="Your profile"
      action_id="platform.user.update_profile"
      initial={{
        first_name: user.first_name,
        last_name: user.last_name,
        contact_phone: user.contact_phone ?? '',
        default_business_contact_id: opens?.business_contact_id ?? '',
        mail_signature: user.mail_signature,
      }}
      fields={[
        { kind: 'text', name: 'first_name', label: 'First Name', required: true },
        {
          kind: 'text',
          name: 'last_name',
          label: 'Last Name',
          required: true,
          hint: category === 'contractor' ? 'Your agency changes the name on your payslips.' : undefined,
        },
        { kind: 'text', name: 'contact_phone', label: 'Phone' },
        businesses.length > 1 && {
          kind: 'choice',
          name: 'default_business_contact_id',
          label: 'Sign-in opens',
          placeholder: LAST_USED,
          options: businesses.map((one) => ({
            value: one.business_contact_id,
            label: one.business_name,
          })),
        },
        {
          kind: 'area',
          name: 'mail_signature',
          label: 'Mail signature',
          rows: 4,
          wide: true,
          max: signature_letters_max,
          hint: 'Ends the mails that you write on records, in place of your name and business.',
        },
      ]}
      submit="Save"
      success="Profile saved"
      onClose={onClose}
    />
  )
}
