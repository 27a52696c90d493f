/** People of a business: the card on its page, and the page of one of them (spec §2, client contacts). */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { Session } from '#web/core/session.ts'
import { useSession } from '#web/core/session.ts'
import { Phone } from '#web/kinds/contact.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { ActAsForm } from '../impersonation/act-as.form.tsx'
import { impersonators } from '../impersonation/impersonation.rules.ts'
import { isOutside } from '../parties/mail-domains.rules.ts'
import { ReachCard } from '../platform/mails/reach.card.tsx'
import { RecordState } from '../shared/record-state.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { CheckContact } from './check-contact.form.tsx'
import type { Contact } from './contact.form.tsx'
import { ContactForm } from './contact.form.tsx'
import { contactTypes, may_change_contacts } from './contact.rules.ts'
import { InvitationCard } from './invitation.card.tsx'
import { state_words } from './person-state.rules.ts'
import { RoleChangesCard } from './role-change.card.tsx'
import { SignInCard } from './sign-in.card.tsx'
import { useSignIn } from './sign-in.hook.ts'

const fields = gql(`fragment contact_fields on business_business_contact {
  id business_id name first_name last_name email contact_phone roles is_active joined_at check_status waiting_roles updated_at
  business { id name type company { email_domains } }
}`)
const one_contact = gql(
  `query contact($id: uuid!) { contact: business_business_contact_by_pk(id: $id) { ...contact_fields } }`,
  fields,
)
const all_contacts = gql(
  `query contacts_of($id: uuid!) {
  contacts: business_business_contact(where: { business_id: { _eq: $id } }, order_by: [{ is_active: desc }, { name: asc }], limit: 200) {
    ...contact_fields
  }
}`,
  fields,
)

type Row = Answer<typeof fields>

/** Only a reader of the business is shown its people. */
const withBusiness = (row: Row | null): Contact | null =>
  row?.business
    ? {
        ...row,
        business: row.business,
        email_domains: row.business.company?.email_domains ?? [],
      }
    : null

/** The verb decides; this only hides a button that it would refuse. */
export function mayChangeContacts(session: Session, business: { id: string; type: string }): boolean {
  const is_own = business.id === session.business.id
  return (
    isOneOf(session, may_change_contacts(is_own)) &&
    contactTypes(session.category, is_own).includes(business.type)
  )
}

/** Support acts as people who have joined; the verb decides. */
function mayActAs(session: Session, { business, is_active, joined_at }: Contact): boolean {
  return (
    isOneOf(session, impersonators) &&
    session.impersonator_user_id === null &&
    is_active &&
    joined_at !== null &&
    business.type !== 'provider'
  )
}

export const nameOf = (person: Pick<Contact, 'name' | 'first_name' | 'last_name'>): string =>
  person.name ?? `${person.first_name} ${person.last_name}`

/** The viewer's page for this kind of business; null without one. */
function pageOf(session: Session, business: Contact['business']): string | null {
  const kinds: readonly string[] = ['agency', 'client', 'contractor', 'funder']
  return kinds.includes(business.type) && business.id !== session.business.id
    ? pathOf({ category: session.category, path: `business/${business.type}`, id: business.id })
    : null
}

export function ContactPage() {
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['contact', id],
    queryFn: async ({ signal }) =>
      withBusiness((await graphql(one_contact, { id: id ?? '' }, signal)).contact),
  })
  return (
    <RecordState query={query} what="Contact">
      {(contact) => <ContactView key={contact.id} contact={contact} />}
    </RecordState>
  )
}

function ContactView({ contact }: { contact: Contact }) {
  const session = useSession()
  const place = usePlace()
  const go = useGo()
  const page = pageOf(session, contact.business)
  const may = mayChangeContacts(session, contact.business)
  const [acts, setActs] = useState(false)
  const isAdmin = session.roles.includes('provider_admin')
  const { data: person } = useSignIn(contact.business_id, contact.id, isAdmin)
  const isDeactivated = person?.state === 'deactivated'
  const here = pathOf({ ...place, tab: null })
  return (
    <>
      <RecordHeader
        title={nameOf(contact)}
        badge={<ContactBadges contact={contact} isDeactivated={isDeactivated} />}
        meta={<span>{contact.business.name}</span>}
        actions={
          <>
            {mayActAs(session, contact) && !isDeactivated && (
              <Button onClick={() => setActs(true)}>Act as this person</Button>
            )}
            <CheckContact contact={contact} name={nameOf(contact)} />
            {may && (
              <Button verb="business.business_contact.update" onClick={() => go.to(`${here}/update`)}>
                Update contact
              </Button>
            )}
          </>
        }
      />
      <div className="flex max-w-220 flex-col gap-4 px-4 pb-6">
        <Card title="Contact">
          <PropertiesTable
            items={[
              { label: 'Name', value: nameOf(contact) },
              {
                label: labelOf(contact.business.type),
                value: page ? <Link to={page}>{contact.business.name}</Link> : contact.business.name,
              },
              { label: 'Roles', value: contact.roles.map(labelOf).join(', ') },
              {
                label: 'Roles that wait for a check',
                value: contact.waiting_roles.map(labelOf).join(', ') || null,
              },
              { label: 'Email', value: <a href={`mailto:${contact.email}`}>{contact.email}</a> },
              { label: 'Phone', value: contact.contact_phone && <Phone value={contact.contact_phone} /> },
            ]}
          />
        </Card>
        <ReachCard
          contact_id={contact.id}
          may={may || contact.id === session.business_contact_id}
          hint="Proposed mails, messages and reminders follow it."
        />
        <RoleChangesCard contact_id={contact.id} />
        {isAdmin && <SignInCard business_id={contact.business_id} business_contact_id={contact.id} />}
        {may && contact.joined_at === null && (
          <InvitationCard roles={contact.roles} contact_id={contact.id} name={nameOf(contact)} />
        )}
      </div>
      {may && place.tab === 'update' && (
        <ContactForm business={contact.business} changes={contact} onClose={() => go.to(here)} />
      )}
      {acts && (
        <ActAsForm business_contact_id={contact.id} name={nameOf(contact)} onClose={() => setActs(false)} />
      )}
    </>
  )
}

function ContactBadges({
  contact: { is_active, check_status, waiting_roles, email, email_domains },
  isDeactivated = false,
}: {
  contact: Contact
  isDeactivated?: boolean
}) {
  return (
    <>
      {waiting_roles.length > 0 && (
        <Badge tone="attention">Waits for a check: {waiting_roles.map(labelOf).join(', ')}</Badge>
      )}
      {isOutside(email, email_domains) && <Badge tone="attention">Outside of its mail domains</Badge>}
      {is_active && check_status === 'pending_check' ? (
        <Badge tone="attention">{labelOf(check_status)}</Badge>
      ) : is_active && isDeactivated ? (
        <Badge tone={state_words.deactivated.tone}>{state_words.deactivated.label}</Badge>
      ) : (
        <Badge tone={is_active ? 'positive' : 'neutral'}>{is_active ? 'Active' : 'Inactive'}</Badge>
      )}
    </>
  )
}

const wanted: Readonly<Record<string, string>> = {
  client: 'Add a timesheet approver and an invoice contact.',
  contractor: 'Add the contractor, who then gets a mail to join.',
  agency: 'Add an agency admin.',
  funder: 'Add a funder admin.',
}
const nobody = (type: string) => ['No contacts yet.', wanted[type]].filter(Boolean).join(' ')

/** The visible people of a business. */
export function BusinessPeople({
  business,
  title = 'Contacts',
}: {
  business: Contact['business']
  title?: string
}) {
  const session = useSession()
  const may = mayChangeContacts(session, business)
  const [form, setForm] = useState<{ changes: Contact | null } | null>(null)
  const query = useQuery({
    queryKey: ['contacts_of', business.id],
    queryFn: async ({ signal }) =>
      (await graphql(all_contacts, { id: business.id }, signal)).contacts.flatMap(
        (row) => withBusiness(row) ?? [],
      ),
  })
  return (
    <Card
      title={title}
      flush
      actions={
        may && (
          <Button
            size="sm"
            verb="business.business_contact.create"
            onClick={() => setForm({ changes: null })}
          >
            New contact
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton className="m-3 h-16" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="p-3 text-n11">{nobody(business.type)}</p>}
      <ul>
        {query.data?.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-n6 px-3 py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              <Link
                to={pathOf({ category: session.category, path: 'business/business_contact', id: one.id })}
              >
                {nameOf(one)}
              </Link>
              <span className="block truncate text-12 text-n11">{one.email}</span>
            </span>
            <span className="min-w-0 basis-32 text-n11">
              {one.roles.length === 0 ? 'No role yet' : one.roles.map(labelOf).join(', ')}
            </span>
            <ContactBadges contact={one} />
            {may && (
              <Button
                size="sm"
                tone="quiet"
                verb="business.business_contact.update"
                onClick={() => setForm({ changes: one })}
              >
                <span aria-hidden>Update</span>
                <span className="sr-only">Update {nameOf(one)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {form && <ContactForm business={business} changes={form.changes} onClose={() => setForm(null)} />}
    </Card>
  )
}
