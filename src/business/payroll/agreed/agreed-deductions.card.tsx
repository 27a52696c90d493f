/** The deductions after tax that a worker agreed to in writing. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'

const document = gql(`query agreed_deductions($id: uuid!) {
  agreed: business_agreed_deduction(
    where: { employment_id: { _eq: $id } } order_by: [{ effective_from: desc }, { id: asc }] limit: 50
  ) { id purpose agreed_on evidence amount total effective_from ended_on end_reason created_by_name }
}`)

type Agreed = Answer<typeof document>['agreed'][number]

export function AgreedDeductions({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asked, setAsked] = useState<'add' | Agreed | null>(null)
  const query = useQuery({
    queryKey: ['agreed_deductions', employment_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: employment_id }, signal)).agreed,
  })
  if (!query.data) return null
  const mayKeep = isOneOf(session, payroll_keepers)
  const onClose = () => setAsked(null)
  return (
    <>
      <RowsCard
        title="Agreed deductions"
        empty="No deduction by agreement."
        action={
          mayKeep && (
            <Button size="sm" onClick={() => setAsked('add')}>
              Add deduction
            </Button>
          )
        }
      >
        {query.data.map((one) => (
          <RowLine
            key={one.id}
            action={
              mayKeep &&
              one.ended_on === null && (
                <Button size="sm" onClick={() => setAsked(one)}>
                  End
                </Button>
              )
            }
          >
            <AgreedFacts agreed={one} />
          </RowLine>
        ))}
      </RowsCard>
      {asked === 'add' && <AddAgreed employment_id={employment_id} onClose={onClose} />}
      {asked !== null && asked !== 'add' && <EndAgreed agreed={asked} onClose={onClose} />}
    </>
  )
}

function AgreedFacts({ agreed }: { agreed: Agreed }) {
  const { purpose, amount, total, agreed_on, evidence, effective_from, ended_on, end_reason } = agreed
  return (
    <>
      <span className="font-medium">{purpose}</span>
      <span>
        <Amount value={amount} /> a pay period
        {total !== null && (
          <>
            , <Amount value={total} /> in all
          </>
        )}
      </span>
      <span>from {dayText(effective_from)}</span>
      <span className="text-n11">
        Agreed {dayText(agreed_on)}: {evidence}
      </span>
      <span className="text-n11">
        {ended_on ? `Ended ${dayText(ended_on)}: ${end_reason}` : agreed.created_by_name}
      </span>
    </>
  )
}

interface Close {
  readonly onClose: () => void
}

function AddAgreed({ employment_id, onClose }: Close & { readonly employment_id: string }) {
  const { today } = useSession()
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Agreed deduction"
      action_id="business.agreed_deduction.add"
      fixed={{ employment_id }}
      initial={{ agreed_on: today, effective_from: today }}
      fields={[
        {
          kind: 'text',
          name: 'purpose',
          label: 'Purpose',
          required: true,
          max: 100,
          hint: 'As on the payslip',
        },
        { kind: 'day', name: 'agreed_on', label: 'Agreed in writing on', required: true },
        { kind: 'money', name: 'amount', label: 'Amount of a pay period', required: true },
        { kind: 'money', name: 'total', label: 'In all', hint: 'Empty: until it is ended' },
        { kind: 'day', name: 'effective_from', label: 'First pay day', required: true },
        { kind: 'text', name: 'evidence', label: 'Signed paper', required: true, max: 255, wide: true },
      ]}
      submit="Save"
      success="Agreed deduction saved"
      onClose={onClose}
    />
  )
}

function EndAgreed({ agreed, onClose }: Close & { readonly agreed: Agreed }) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`End ${agreed.purpose}`}
      action_id="business.agreed_deduction.end"
      fixed={{ id: agreed.id }}
      initial={{ ended_on: today }}
      fields={[{ kind: 'day', name: 'ended_on', label: 'Last day', required: true }, reason_field]}
      submit="End deduction"
      success="Agreed deduction ended"
      onClose={onClose}
    />
  )
}
