/** Role changes that wait for a second person, with the steps of the viewer. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { systemClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { can, type RoleChangeAction, statusAt, who } from './role-change.rules.ts'

const fields = gql(`fragment role_change_fields on request_role_change {
  id status kind waits_for business_id business_contact_id user_id name email roles reactivates invites new_email comment
  asked_by asked_by_name expires_at created_at business { name }
}`)
const waiting = gql(
  `query role_changes_waiting {
  changes: request_role_change(where: { status: { _eq: "pending" } }, order_by: [{ created_at: asc }, { id: asc }], limit: 200) {
    ...role_change_fields
  }
}`,
  fields,
)
const of_contact = gql(
  `query role_changes_of($id: uuid!) {
  changes: request_role_change(where: { status: { _eq: "pending" }, business_contact_id: { _eq: $id } }) {
    ...role_change_fields
  }
}`,
  fields,
)
type RoleChange = Answer<typeof fields>

/** Roles that read role changes: others have no such list. */
const readers = { ...who.approve, provider: ['provider_admin', 'provider_operations'] } as const

/** Of one contact; else all that the viewer sees. */
export function RoleChangesCard({ contact_id }: { contact_id?: string }) {
  const session = useSession()
  const { data = [] } = useQuery({
    queryKey: ['role_changes', contact_id ?? 'waiting'],
    enabled: isOneOf(session, readers),
    queryFn: async ({ signal }) => {
      const answer = contact_id
        ? await graphql(of_contact, { id: contact_id }, signal)
        : await graphql(waiting, {}, signal)
      const now = systemClock.now()
      return answer.changes.filter(
        ({ status, expires_at }) => statusAt({ status, expires_at: instant(expires_at) }, now) === 'pending',
      )
    },
  })
  if (data.length === 0) return null
  return (
    <Card title="Role changes that wait" flush>
      <ul>
        {data.map((change) => (
          <Item key={change.id} change={change} isAlone={contact_id !== undefined} />
        ))}
      </ul>
    </Card>
  )
}

/** `Agency admin, active again` */
function seatOf({ kind, roles, reactivates, invites, new_email, comment }: RoleChange): string {
  if (kind === 'address') return `Signs in with ${new_email ?? ''}`
  if (kind === 'factors') return `Second factors reset: ${comment ?? ''}`
  if (kind === 'reactivation') return 'Active again in all businesses'
  const parts = [...roles.map(labelOf), reactivates && 'active again', invites && 'invitation by mail']
  return parts.filter((part) => part !== false).join(', ')
}

function waitsText({ id, waits_for, business }: RoleChange, provider_name: string | null): string {
  if (waits_for === 'operator') return `Waits for the operator: npm run admin -- approve-role ${id}`
  return waits_for === 'provider'
    ? `Waits for an administrator of ${provider_name ?? 'the provider'}`
    : `Waits for another administrator of ${business?.name ?? 'the business'}`
}

/** `Approve the role of …` */
const nouns = {
  roles: 'role',
  address: 'address',
  factors: 'reset',
  reactivation: 'reactivation',
} as const satisfies Record<RoleChange['kind'], string>

const successes = {
  roles: 'Role',
  address: 'Address',
  factors: 'Reset',
  reactivation: 'Reactivation',
} as const satisfies Record<RoleChange['kind'], string>

const steps = [
  { action: 'approve', label: 'Approve', done: 'approved' },
  { action: 'reject', label: 'Reject', tone: 'danger', done: 'rejected' },
  { action: 'withdraw', label: 'Withdraw', tone: 'danger', done: 'withdrawn' },
] as const

function Item({ change, isAlone }: { change: RoleChange; isAlone: boolean }) {
  const session = useSession()
  const { name, email, business, business_id, asked_by_name, created_at, expires_at } = change
  const [asked, setAsked] = useState<RoleChangeAction | null>(null)
  const viewer = {
    category: session.category,
    roles: session.roles,
    user_id: session.user.id,
    email: session.user.email,
    business_id: session.business.id,
  }
  const isAsker = change.asked_by === session.user.id
  // The asker withdraws, the others decide.
  const shown = steps.filter(
    ({ action }) => isOneOf(session, who[action]) && (action === 'withdraw') === isAsker,
  )
  const step = steps.find(({ action }) => action === asked)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-3 py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-72">
        <p>
          {isAlone ? (
            <span className="font-medium">{seatOf(change)}</span>
          ) : (
            <>
              <Link
                to={pathOf({
                  category: session.category,
                  path: 'business/business_contact',
                  id: change.business_contact_id,
                })}
              >
                {name}
              </Link>
              <span className="text-n11"> {seatOf(change)}</span>
              {business_id !== session.business.id && <span className="text-n11"> ({business?.name})</span>}
            </>
          )}
        </p>
        <p className="text-12 text-n11 wrap-anywhere">
          {email}. Asked by {asked_by_name} on {instantText(created_at)}, until {instantText(expires_at)}.
        </p>
        <p className="text-12 text-n11 wrap-anywhere">
          {waitsText(change, session.category === 'provider' ? session.business.name : null)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {shown.map(({ action, label, ...more }) => (
          <Button
            key={action}
            size="sm"
            {...('tone' in more ? { tone: more.tone } : {})}
            aria-label={`${label} the ${nouns[change.kind]} of ${name}`}
            verb={`request.role_change.${action}`}
            disabledReason={reasonOf(can[action](change, viewer))}
            onClick={() => setAsked(action)}
          >
            {label}
          </Button>
        ))}
      </div>
      {step && <Question key={step.action} step={step} change={change} onClose={() => setAsked(null)} />}
    </li>
  )
}

function Question({
  step,
  change,
  onClose,
}: {
  step: (typeof steps)[number]
  change: RoleChange
  onClose: () => void
}) {
  const { id, kind, name, email, business } = change
  const success = `${successes[kind]} ${step.done}`
  const { run, errors } = useAction(`request.role_change.${step.action}`, { success, shows: ['comment'] })
  const isApproval = step.action === 'approve'
  return (
    <ConfirmAction
      open
      onClose={onClose}
      label={step.label}
      {...(isApproval ? {} : { tone: 'danger' as const })}
      withComment={isApproval ? false : 'required'}
      error={errors.comment}
      description={
        isApproval
          ? `${name} (${email}) of ${business?.name ?? ''}: ${seatOf(change)}.`
          : `${name} of ${business?.name ?? ''} stays as they are.`
      }
      onConfirm={async (comment) => (await run(isApproval ? { id } : { id, comment })) !== undefined}
    />
  )
}
