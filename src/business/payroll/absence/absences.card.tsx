/** The absences of an employment, with statutory pay or unpaid, newest first. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { RecordAbsence, WithdrawAbsence } from './absence.form.tsx'
import { absence_kinds, UNPAID } from './statutory-absence.entity.ts'

const document = gql(`query absences($id: uuid!) {
  absences: transaction_statutory_absence(
    where: { employment_id: { _eq: $id } } order_by: [{ first_day: desc }, { created_at: desc }] limit: 50
  ) {
    id kind first_day last_day qualifying_days evidence average_weekly_earnings average_reason withdrawn_at withdraw_reason
    created_by_name
    payments(order_by: [{ pay_day: asc }, { id: asc }]) { id pay_day amount recovered compensation }
  }
}`)

type Absence = Answer<typeof document>['absences'][number]

export function Absences({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asked, setAsked] = useState<'record' | Absence | null>(null)
  const query = useQuery({
    queryKey: ['absences', employment_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: employment_id }, signal)).absences,
  })
  if (!query.data) return null
  const mayKeep = isOneOf(session, payroll_keepers)
  const onClose = () => setAsked(null)
  const button = (label: string, next: 'record' | Absence) =>
    mayKeep && (
      <Button size="sm" onClick={() => setAsked(next)}>
        {label}
      </Button>
    )
  return (
    <>
      <RowsCard title="Absences" empty="No absence." action={button('Record absence', 'record')}>
        {query.data.map((absence) => (
          <RowLine key={absence.id} action={absence.withdrawn_at === null && button('Withdraw', absence)}>
            <AbsenceFacts absence={absence} />
          </RowLine>
        ))}
      </RowsCard>
      {asked === 'record' && <RecordAbsence employment_id={employment_id} onClose={onClose} />}
      {asked !== null && asked !== 'record' && <WithdrawAbsence absence={asked} onClose={onClose} />}
    </>
  )
}

function AbsenceFacts({ absence }: { absence: Absence }) {
  return (
    <>
      <span className="font-medium">{labelIn(absence_kinds, absence.kind)}</span>
      <span>
        {dayText(absence.first_day)} – {dayText(absence.last_day)}
      </span>
      {absence.qualifying_days && <span>{absence.qualifying_days}</span>}
      {absence.kind !== UNPAID && (
        <span>
          earned <Amount value={absence.average_weekly_earnings} /> a week
          {absence.average_reason && `: ${absence.average_reason}`}
        </span>
      )}
      {absence.evidence && <span>{absence.evidence}</span>}
      {absence.payments.map((one) => (
        <span key={one.id}>
          <Amount value={one.amount} /> on {dayText(one.pay_day)}
          {Number(one.recovered) !== 0 && (
            <>
              , HMRC gives back <Amount value={one.recovered} />
              {Number(one.compensation) !== 0 && (
                <>
                  {' '}
                  and <Amount value={one.compensation} />
                </>
              )}
            </>
          )}
        </span>
      ))}
      <span className="text-n11">
        {absence.withdrawn_at ? `Withdrawn: ${absence.withdraw_reason}` : absence.created_by_name}
      </span>
    </>
  )
}
