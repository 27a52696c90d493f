/** Pension memberships of an employment, newest first, with the schemes of its employer. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { membership_entries, membership_states } from './pension.entity.ts'
import { CeaseMember, EnrolMember, OptOutMember, PostponeMember } from './pension.form.tsx'

const document = gql(`query pension_memberships($id: uuid!, $paye_scheme_id: uuid!) {
  memberships: business_pension_membership(
    where: { employment_id: { _eq: $id } } order_by: [{ effective_from: desc }, { created_at: desc }] limit: 50
  ) {
    id state entry informed_on postponed_to reason effective_from effective_to deleted_at created_by_name
    pension_scheme { name }
  }
  schemes: business_pension_scheme(
    where: { paye_scheme_id: { _eq: $paye_scheme_id }, ended_from: { _is_null: true } } order_by: [{ name: asc }] limit: 50
  ) { id name }
}`)

type Membership = Answer<typeof document>['memberships'][number]

const dialogs = {
  enrol: EnrolMember,
  postpone: PostponeMember,
  opt_out: OptOutMember,
  cease: CeaseMember,
}

interface PensionProps {
  readonly employment_id: string
  readonly paye_scheme_id: string
}

export function Pension({ employment_id, paye_scheme_id }: PensionProps) {
  const session = useSession()
  const [asked, setAsked] = useState<keyof typeof dialogs | null>(null)
  const query = useQuery({
    queryKey: ['pension_memberships', employment_id],
    queryFn: ({ signal }) => graphql(document, { id: employment_id, paye_scheme_id }, signal),
  })
  if (!query.data) return null
  const { memberships, schemes } = query.data
  const now = memberships.find(({ deleted_at, effective_to }) => deleted_at === null && effective_to === null)
  const steps: readonly (readonly [keyof typeof dialogs, string])[] =
    now?.state === 'enrolled'
      ? [
          ['opt_out', 'Opt out'],
          ['cease', 'End membership'],
        ]
      : [...(now ? [] : [['postpone', 'Postpone'] as const]), ['enrol', 'Enrol']]
  const Dialog = asked && dialogs[asked]
  return (
    <>
      <RowsCard
        title="Pension"
        empty="No pension membership."
        action={
          isOneOf(session, payroll_keepers) &&
          steps.map(([step, label]) => (
            <Button key={step} size="sm" onClick={() => setAsked(step)}>
              {label}
            </Button>
          ))
        }
      >
        {memberships.map((membership) => (
          <RowLine key={membership.id} action={null}>
            <MembershipFacts membership={membership} />
          </RowLine>
        ))}
      </RowsCard>
      {Dialog && <Dialog employment_id={employment_id} schemes={schemes} onClose={() => setAsked(null)} />}
    </>
  )
}

function MembershipFacts({ membership }: { membership: Membership }) {
  return (
    <>
      <span className="font-medium">{labelIn(membership_states, membership.state)}</span>
      {membership.pension_scheme && <span>{membership.pension_scheme.name}</span>}
      <span>
        {membership.effective_to
          ? `${dayText(membership.effective_from)} – ${dayText(membership.effective_to)}`
          : `From ${dayText(membership.effective_from)}`}
      </span>
      {membership.entry && <span>{labelIn(membership_entries, membership.entry)}</span>}
      {membership.postponed_to && <span>to {dayText(membership.postponed_to)}</span>}
      {membership.informed_on && <span>informed {dayText(membership.informed_on)}</span>}
      {membership.reason && <span>{membership.reason}</span>}
      <span className="text-n11">{membership.deleted_at ? 'Replaced' : membership.created_by_name}</span>
    </>
  )
}
