/** Corrections of NI letters in the open tax year, newest first, and the form that enters one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { VerbPreview } from '#web/form/VerbPreview.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { letter_names, needsEvidence } from '../employment/ni-letter.rules.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'

const document = gql(`query letter_corrections($id: uuid!) {
  letters: business_ni_category(
    where: { employment_id: { _eq: $id } is_correction: { _eq: true } }
    order_by: [{ created_at: desc }, { id: asc }] limit: 50
  ) { id letter effective_from reason created_by_name deleted_at }
}`)

const letters = NI_LETTERS.map((value) => ({ value, label: letter_names[value] }))

export function LetterCorrections({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const query = useQuery({
    queryKey: ['letter_corrections', employment_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: employment_id }, signal)).letters,
  })
  if (!query.data) return null
  const mayCorrect = isOneOf(session, payroll_keepers)
  // Without the right to enter a correction, an empty card has no use.
  if (!mayCorrect && query.data.length === 0) return null
  return (
    <>
      <RowsCard
        title="Corrected letters"
        empty="No letter of paid days was corrected."
        action={
          mayCorrect && (
            <Button size="sm" verb="business.ni_category.correct" onClick={() => setAsking(true)}>
              Correct letter
            </Button>
          )
        }
      >
        {query.data.map(({ id, letter, effective_from, reason, created_by_name, deleted_at }) => (
          <RowLine key={id} action={deleted_at === null ? null : <span className="text-n11">Replaced</span>}>
            <span className="font-medium">Letter {letter}</span>
            <span>from {dayText(effective_from)}</span>
            <span className="text-n11">
              {created_by_name}: {reason}
            </span>
          </RowLine>
        ))}
      </RowsCard>
      {asking && (
        <CorrectLetter
          employment_id={employment_id}
          onClose={() => {
            setAsking(false)
            void query.refetch()
          }}
        />
      )}
    </>
  )
}

function CorrectLetter({ employment_id, onClose }: { employment_id: string; onClose: () => void }) {
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Correct letter"
      description="The next pay run takes the difference, and somebody else approves it."
      action_id="business.ni_category.correct"
      fixed={{ employment_id }}
      initial={{ letter: 'A', from_pay_day: '', reason: '', evidence: '' }}
      fields={[
        { kind: 'choice', name: 'letter', label: 'Right letter', options: letters, required: true },
        { kind: 'day', name: 'from_pay_day', label: 'From pay day', required: true },
        { kind: 'area', name: 'reason', label: 'Reason', max: 255, required: true, wide: true },
        {
          kind: 'text',
          name: 'evidence',
          label: 'Evidence',
          hint: 'Such as the number of the certificate',
          when: ({ letter }) => needsEvidence(letter),
        },
      ]}
      aside={({ values: { letter, from_pay_day } }) => (
        <Preview asked={{ employment_id, letter, from_pay_day }} />
      )}
      submit="Correct"
      success={({ employee_ni, employer_ni }: { employee_ni: string; employer_ni: string }) =>
        `The next pay run takes it: employee NI ${employee_ni}, employer NI ${employer_ni}`
      }
      onClose={onClose}
    />
  )
}

interface Shown {
  readonly employee_ni: string
  readonly employer_ni: string
  readonly periods: readonly {
    readonly pay_day: string
    readonly from: string
    readonly employee_was: string
    readonly employee_due: string
    readonly employer_was: string
    readonly employer_due: string
  }[]
}

interface Asked {
  readonly employment_id: string
  readonly letter: string
  readonly from_pay_day: string
}

/** Each pay day as it was and as it becomes, or why there is no correction. */
const Preview = ({ asked }: { asked: Asked }) => (
  <VerbPreview<Shown>
    action_id="business.ni_category.preview_correction"
    asked={asked}
    isWhole={isDay(asked.from_pay_day)}
    empty="Enter the first pay day to see the amounts."
  >
    {(shown) => <Amounts {...shown} />}
  </VerbPreview>
)

function Amounts({ periods, employee_ni, employer_ni }: Shown) {
  return (
    <section aria-label="Amounts" role="status" className="rounded-md border border-n6">
      <ul>
        {periods.map(({ pay_day, from, ...ni }) => (
          <RowLine key={pay_day} action={null}>
            <span className="font-medium">{dayText(pay_day)}</span>
            <span>letter {from} before</span>
            <Change label="employee" was={ni.employee_was} due={ni.employee_due} />
            <Change label="employer" was={ni.employer_was} due={ni.employer_due} />
          </RowLine>
        ))}
        <RowLine action={null}>
          <span className="font-medium">Difference</span>
          <span>
            employee <Amount value={employee_ni} />
          </span>
          <span>
            employer <Amount value={employer_ni} />
          </span>
        </RowLine>
      </ul>
    </section>
  )
}

const Change = ({ label, was, due }: { label: string; was: string; due: string }) => (
  <span>
    {label} <Amount value={was} /> becomes <Amount value={due} />
  </span>
)
