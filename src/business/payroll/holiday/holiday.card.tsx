/** The holiday fund of an employment: its balance, holidays, and each movement with its working. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { holiday_states, movement_kinds } from './holiday.entity.ts'
import { AdjustHoliday, ApproveHoliday, AskHoliday, RefuseHoliday, WithdrawHoliday } from './holiday.form.tsx'
import { holiday_askers } from './holiday.rules.ts'

const document = gql(`query holiday_fund($id: uuid!) {
  held: transaction_holiday_movement_aggregate(where: { employment_id: { _eq: $id } }) {
    aggregate { count sum { hours amount } }
  }
  holidays: transaction_holiday(where: { employment_id: { _eq: $id } } order_by: [{ first_day: desc }, { created_at: desc }] limit: 50) {
    id first_day last_day hours status comment expected_pay expected_on created_by_name decided_by_name decision_comment
    payslip_id payslip { human_id }
  }
  movements: transaction_holiday_movement(
    where: { employment_id: { _eq: $id } } order_by: [{ created_at: desc }, { id: desc }] limit: 100
  ) {
    id kind hours amount paid sentence pay_day created_at payslip_id payslip { human_id }
  }
}`)

type Fund = Answer<typeof document>
export type HolidayShown = Fund['holidays'][number]

const hoursOf = (value: unknown): string => `${Number(value ?? 0)} hours`

export function HolidayFund({ employment_id }: { employment_id: string }) {
  const query = useQuery({
    queryKey: ['holiday_fund', employment_id],
    queryFn: ({ signal }) => graphql(document, { id: employment_id }, signal),
  })
  if (!query.data) return null
  return (
    <>
      <Holidays employment_id={employment_id} fund={query.data} />
      <Movements movements={query.data.movements} />
    </>
  )
}

type Asked =
  | { readonly dialog: 'ask' | 'adjust' }
  | { readonly dialog: 'approve' | 'refuse' | 'withdraw'; readonly holiday: HolidayShown }

function Holidays({ employment_id, fund }: { employment_id: string; fund: Fund }) {
  const session = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const sums = fund.held.aggregate?.sum
  const onClose = () => setAsked(null)
  const mayKeep = isOneOf(session, payroll_keepers)
  const button = (label: string, next: Asked) => (
    <Button size="sm" onClick={() => setAsked(next)}>
      {label}
    </Button>
  )
  return (
    <>
      <RowsCard
        title="Holiday"
        empty="No holiday was asked for."
        action={
          <>
            <span className="numeric">
              {hoursOf(sums?.hours)} and <Amount value={sums?.amount ?? 0} strong /> held
            </span>
            {isOneOf(session, holiday_askers) && button('Ask for days', { dialog: 'ask' })}
            {mayKeep && button('Adjust hours', { dialog: 'adjust' })}
          </>
        }
      >
        {fund.holidays.map((holiday) => (
          <RowLine
            key={holiday.id}
            action={
              <>
                {mayKeep && holiday.status === 'asked' && (
                  <>
                    {button('Approve', { dialog: 'approve', holiday })}
                    {button('Refuse', { dialog: 'refuse', holiday })}
                  </>
                )}
                {isOneOf(session, holiday_askers) &&
                  ['asked', 'approved'].includes(holiday.status) &&
                  button('Withdraw', { dialog: 'withdraw', holiday })}
              </>
            }
          >
            <HolidayFacts holiday={holiday} />
          </RowLine>
        ))}
      </RowsCard>
      {asked?.dialog === 'ask' && <AskHoliday employment_id={employment_id} onClose={onClose} />}
      {asked?.dialog === 'adjust' && <AdjustHoliday employment_id={employment_id} onClose={onClose} />}
      {asked?.dialog === 'approve' && <ApproveHoliday holiday={asked.holiday} onClose={onClose} />}
      {asked?.dialog === 'refuse' && <RefuseHoliday holiday={asked.holiday} onClose={onClose} />}
      {asked?.dialog === 'withdraw' && <WithdrawHoliday holiday={asked.holiday} onClose={onClose} />}
    </>
  )
}

function HolidayFacts({ holiday }: { holiday: HolidayShown }) {
  return (
    <>
      <span className="font-medium">
        {dayText(holiday.first_day)}
        {holiday.last_day !== holiday.first_day && ` – ${dayText(holiday.last_day)}`}
      </span>
      <Badge tone={toneOf(holiday.status)}>{labelIn(holiday_states, holiday.status)}</Badge>
      <span>{hoursOf(holiday.hours)}</span>
      {['asked', 'approved'].includes(holiday.status) && (
        <span>
          {holiday.expected_pay === null ? (
            'pay not known yet'
          ) : (
            <>
              about <Amount value={holiday.expected_pay} />
            </>
          )}{' '}
          on {dayText(holiday.expected_on)}
        </span>
      )}
      <PaidWith payslip_id={holiday.payslip_id} human_id={holiday.payslip?.human_id} />
      {holiday.comment && <span>{holiday.comment}</span>}
      <span className="text-n11">
        Asked by {holiday.created_by_name}
        {holiday.decided_by_name && `, answered by ${holiday.decided_by_name}`}
        {holiday.decision_comment && `: ${holiday.decision_comment}`}
      </span>
    </>
  )
}

function PaidWith({ payslip_id, human_id }: { payslip_id: string | null; human_id: string | undefined }) {
  const { category } = useSession()
  if (!payslip_id || !human_id) return null
  return (
    <Link className="underline" to={pathOf({ category, path: 'paye/payslip', id: payslip_id })}>
      {human_id}
    </Link>
  )
}

function Movements({ movements }: { movements: Fund['movements'] }) {
  return (
    <RowsCard title="Holiday movements" empty="Nothing was accrued yet." action={null}>
      {movements.map((one) => (
        <RowLine key={one.id} action={null}>
          <span className="font-medium">{labelIn(movement_kinds, one.kind)}</span>
          <span>{dayText(one.pay_day ?? one.created_at)}</span>
          <span className="numeric">{hoursOf(one.hours)}</span>
          <Amount value={one.amount} />
          <PaidWith payslip_id={one.payslip_id} human_id={one.payslip?.human_id} />
          <span className="w-full text-n11">{one.sentence}</span>
        </RowLine>
      ))}
    </RowsCard>
  )
}
