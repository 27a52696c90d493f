/** The People page: the people of the viewer's business with their invitations, sign-ins and open sessions. */
import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { call } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAskedDialog } from '#web/core/use-asked-dialog.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ContactForm } from './contact.form.tsx'
import { type PersonOfBusiness, state_words } from './person-state.rules.ts'
import { PersonStepDialog, personSteps, type Step } from './person-steps.card.tsx'
import { RoleChangesCard } from './role-change.card.tsx'

export function PeoplePage() {
  const { business } = useSession()
  const adding = useAskedDialog('person')
  const [asked, setAsked] = useState<{ person: PersonOfBusiness; step: Step } | null>(null)
  const query = useQuery({
    queryKey: ['people_of', business.id],
    queryFn: ({ signal }) =>
      call<readonly PersonOfBusiness[]>('/api/permission/people', { business_id: business.id }, signal),
  })
  return (
    <div className="flex max-w-280 flex-col">
      <PageHeader
        title="People"
        actions={
          <Button tone="primary" verb="business.business_contact.create" onClick={adding.open}>
            New person
          </Button>
        }
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <RoleChangesCard />
        <Card title={business.name} flush>
          {query.isPending && <Skeleton className="m-3 h-40" />}
          {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
          <ul>
            {query.data?.map((person) => (
              <PersonRow key={person.id} person={person} onStep={(step) => setAsked({ person, step })} />
            ))}
          </ul>
        </Card>
        <p className="text-12 text-n11">
          Last sign-ins are those to {business.name}, as its Security Log shows them.
        </p>
      </div>
      {adding.isOpen && query.isSuccess && (
        <ContactForm
          business={business}
          changes={null}
          title="New person"
          onClose={adding.close}
          // Accounts and parties wait until another administrator decides about them.
          {...(business.type === 'provider' && query.data?.length === 1
            ? { first_roles: ['provider_admin'] }
            : {})}
        />
      )}
      {asked && (
        <PersonStepDialog
          key={`${asked.person.id} ${asked.step.action}`}
          {...asked}
          business_id={business.id}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

function PersonRow({ person, onStep }: { person: PersonOfBusiness; onStep: (step: Step) => void }) {
  const session = useSession()
  const steps = personSteps(person, useSession())
  const name = `${person.first_name} ${person.last_name}`
  const words = state_words[person.state]
  const isYou = person.user_id === session.user.id
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_2.5rem] items-center gap-x-4 gap-y-1 border-b px-3 py-2 last:border-b-0 desktop:grid-cols-[minmax(0,1fr)_14rem_9rem_14rem_2.5rem]">
      <span className="min-w-0">
        <Link to={pathOf({ category: session.category, path: 'business/business_contact', id: person.id })}>
          {name}
        </Link>
        {isYou && <span className="text-n11"> (you)</span>}
        <span className="block truncate text-12 text-n11">{person.email}</span>
      </span>
      <span className="col-start-1 flex flex-wrap items-center gap-x-3 gap-y-1 desktop:contents">
        <span className="min-w-0 text-n11 empty:max-desktop:hidden">
          {person.roles.map(labelOf).join(', ')}
        </span>
        <span>
          <Badge tone={words.tone}>{words.label}</Badge>
        </span>
      </span>
      <span className="col-start-1 min-w-0 text-12 text-n11 desktop:col-start-auto">
        <span className="block">
          {person.last_sign_in_at === null
            ? 'No sign-in yet'
            : `Last sign-in ${instantText(person.last_sign_in_at)}`}
        </span>
        {person.factor_reset_at !== null && (
          <span className="block">Second factors are reset {instantText(person.factor_reset_at)}</span>
        )}
        {person.sessions > 0 && <span className="block">{countText(person.sessions, 'open session')}</span>}
      </span>
      <span className="col-start-2 row-start-1 justify-self-end desktop:col-start-5">
        <Menu
          trigger={
            <Button size="sm" tone="quiet" aria-label={`Actions of ${name}`}>
              <Ellipsis size={16} aria-hidden />
            </Button>
          }
          entries={steps.map((step) => ({
            label: step.label,
            ...(step.tone ? { tone: step.tone } : {}),
            disabledReason: step.disabledReason,
            run: () => onStep(step),
          }))}
        />
      </span>
    </li>
  )
}
