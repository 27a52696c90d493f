/** CIS deductions that a company suffered, on its payment record: entered, approved by another person, withdrawn. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { cis_states } from './cis-suffered.entity.ts'
import { who } from './cis-suffered.rules.ts'

const document = gql(`query cis_suffered($id: uuid!, $year: Int!) {
  figures: transaction_cis_suffered(
    where: { paye_scheme_id: { _eq: $id }, tax_year: { _eq: $year } }
    order_by: [{ tax_month: desc }, { created_at: desc }] limit: 50
  ) {
    id status tax_month period_end amount evidence created_by_name approved_by_name withdrawn_by_name withdrawal_reason
  }
}`)

type Figure = Answer<typeof document>['figures'][number]

interface CisSufferedProps {
  readonly paye_scheme_id: string
  /** `2026-27` */
  readonly tax_year: string
  readonly months: readonly { readonly tax_month: number; readonly to: string }[]
  readonly onChange: () => void
}

export function CisSuffered({ paye_scheme_id, tax_year, months, onChange }: CisSufferedProps) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const year = Number(tax_year.slice(0, 4))
  const query = useQuery({
    queryKey: ['cis_suffered', paye_scheme_id, year],
    queryFn: ({ signal }) => graphql(document, { id: paye_scheme_id, year }, signal),
  })
  const onDone = () => {
    void query.refetch()
    onChange()
  }
  if (!query.data) return null
  return (
    <>
      <RowsCard
        title="CIS suffered"
        empty="No deductions of the Construction Industry Scheme were entered."
        action={
          isOneOf(session, payroll_keepers) && (
            <Button size="sm" verb="transaction.cis_suffered.enter" onClick={() => setAsking(true)}>
              Enter CIS suffered
            </Button>
          )
        }
      >
        {query.data.figures.map((figure) => (
          <RowLine key={figure.id} action={<Steps figure={figure} onDone={onDone} />}>
            <span className="font-medium">To {dayText(figure.period_end)}</span>
            <Badge tone={toneOf(figure.status)}>{labelIn(cis_states, figure.status)}</Badge>
            <Amount value={figure.amount} strong />
            <span>{figure.evidence}</span>
            <span className="text-n11">{authorsOf(figure)}</span>
          </RowLine>
        ))}
      </RowsCard>
      {asking && (
        <EnterCis
          {...{ paye_scheme_id, tax_year, months }}
          onClose={() => {
            setAsking(false)
            onDone()
          }}
        />
      )}
    </>
  )
}

const authorsOf = (figure: Figure): string =>
  [
    `Entered by ${figure.created_by_name}`,
    ...(figure.approved_by_name === null ? [] : [`approved by ${figure.approved_by_name}`]),
    ...(figure.withdrawn_by_name === null
      ? []
      : [`withdrawn by ${figure.withdrawn_by_name}: ${figure.withdrawal_reason}`]),
  ].join(', ')

function Steps({ figure, onDone }: { figure: Figure; onDone: () => void }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const approve = useAction('transaction.cis_suffered.approve', { success: 'Approved' })
  const withdraw = useAction('transaction.cis_suffered.withdraw', { shows: ['reason'], success: 'Withdrawn' })
  const told = async (run: Promise<unknown>) => {
    const is_done = (await run) !== undefined
    if (is_done) onDone()
    return is_done
  }
  return (
    <>
      {figure.status === 'entered' && isOneOf(session, who.approve) && (
        <Button
          size="sm"
          verb="transaction.cis_suffered.approve"
          busy={approve.busy}
          onClick={() => void told(approve.run({ id: figure.id }))}
        >
          Approve
        </Button>
      )}
      {figure.status !== 'withdrawn' && isOneOf(session, who.withdraw) && (
        <Button size="sm" verb="transaction.cis_suffered.withdraw" onClick={() => setAsking(true)}>
          Withdraw
        </Button>
      )}
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Withdraw"
        withComment="required"
        error={withdraw.errors.reason}
        description="The figure no longer counts. You can enter another one for the month."
        onConfirm={(reason) => told(withdraw.run({ id: figure.id, reason }))}
      />
    </>
  )
}

interface EnterProps extends Omit<CisSufferedProps, 'onChange'> {
  readonly onClose: () => void
}

function EnterCis({ paye_scheme_id, tax_year, months, onClose }: EnterProps) {
  return (
    <VerbModal
      title="CIS suffered"
      description="Deductions that customers took from the company under the Construction Industry Scheme. Another person approves the figure."
      action_id="transaction.cis_suffered.enter"
      fixed={{ paye_scheme_id, tax_year }}
      initial={{ tax_month: '1' }}
      fields={[
        {
          kind: 'choice',
          name: 'tax_month',
          label: 'Up to tax month',
          options: months.map(({ tax_month, to }) => ({
            value: String(tax_month),
            label: `${tax_month}: to ${dayText(to)}`,
          })),
          required: true,
        },
        { kind: 'money', name: 'amount', label: 'Suffered in the tax year so far', required: true },
        {
          kind: 'area',
          name: 'evidence',
          label: 'Evidence',
          required: true,
          max: 500,
          hint: 'Deduction statements of the customers, and where they are kept',
        },
      ]}
      input={(input) => ({ ...input, tax_month: Number(input.tax_month) })}
      submit="Enter"
      success="Entered: another person approves it"
      onClose={onClose}
    />
  )
}
