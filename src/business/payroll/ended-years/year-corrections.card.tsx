/** Corrections of ended tax years of an employment, newest first, each with its return. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { RowLine, RowsCard } from '../employment/employment-rows.card.tsx'
import { needsEvidence } from '../employment/ni-letter.rules.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { buildable } from '../returns/rti-submission.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { CorrectEndedPay } from './correct-pay.form.tsx'
import { CorrectedLines } from './corrected-lines.card.tsx'
import type { CorrectedLine } from './pay-correction.rules.ts'
import type { CorrectedPeriod } from './year-correction.rules.ts'

const document = gql(`query year_corrections($id: uuid!) {
  corrections: transaction_year_correction(
    where: { employment_id: { _eq: $id } } order_by: [{ tax_year: desc }, { correction_no: desc }, { id: asc }] limit: 50
  ) {
    id tax_year kind letter from_pay_day reason period_count gross_pay net_pay employee_ni employer_ni employment_allowance levy_due
    working created_by_name
  }
}`)

const return_document = gql(`query correction_return($id: uuid!) {
  returns: transaction_rti_submission(
    where: { year_correction_id: { _eq: $id } } order_by: [{ human_id: desc }] limit: 1
  ) { id human_id status }
}`)

const letters = NI_LETTERS.map((letter) => ({ value: letter, label: letter }))
const years = TAX_YEARS.map(({ name }) => ({ value: name, label: name }))

type Correction = Answer<typeof document>['corrections'][number]

export function YearCorrections({ employment_id }: { employment_id: string }) {
  const session = useSession()
  const [asking, setAsking] = useState<'letter' | 'pay' | null>(null)
  const query = useQuery({
    queryKey: ['year_corrections', employment_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: employment_id }, signal)).corrections,
  })
  if (!query.data) return null
  const onClose = () => {
    setAsking(null)
    void query.refetch()
  }
  const is_staff = isOneOf(session, { provider: provider_staff })
  // Without the right to enter a correction, an empty card has no use.
  if (!is_staff && query.data.length === 0) return null
  return (
    <>
      <RowsCard
        title="Corrections of ended tax years"
        empty="No correction of an ended tax year."
        action={
          is_staff && (
            <>
              <Button size="sm" verb="transaction.year_correction.enter" onClick={() => setAsking('letter')}>
                Correct ended year
              </Button>
              <Button
                size="sm"
                verb="transaction.year_correction.correct_pay"
                onClick={() => setAsking('pay')}
              >
                Correct ended pay
              </Button>
            </>
          )
        }
      >
        {query.data.map((correction) => (
          <RowLine key={correction.id} action={<ReturnOf year_correction_id={correction.id} />}>
            {correction.kind === 'pay' ? (
              <PayFacts correction={correction} />
            ) : (
              <LetterFacts correction={correction} />
            )}
          </RowLine>
        ))}
      </RowsCard>
      {asking === 'letter' && <EnterCorrection employment_id={employment_id} onClose={onClose} />}
      {asking === 'pay' && <CorrectEndedPay employment_id={employment_id} onClose={onClose} />}
    </>
  )
}

function PayFacts({ correction }: { correction: Correction }) {
  const lines = correction.working as readonly CorrectedLine[] // As the verb keeps them.
  return (
    <>
      <span className="font-medium">{taxYearName(correction.tax_year)}, pay</span>
      <span>of {dayText(correction.from_pay_day)}</span>
      <span>
        gross <Amount value={correction.gross_pay} />
      </span>
      <span>
        net <Amount value={correction.net_pay} />
      </span>
      <span className="text-n11">
        {correction.created_by_name}: {correction.reason}
      </span>
      <details className="basis-full">
        <summary className="cursor-pointer text-n11">{countText(lines.length, 'line')}</summary>
        <CorrectedLines
          lines={lines.map(({ amount, ...line }) => ({ ...line, amount: penceText(amount) }))}
          pay_day={correction.from_pay_day}
          net={String(correction.net_pay)}
        />
      </details>
    </>
  )
}

function LetterFacts({ correction }: { correction: Correction }) {
  const working = correction.working as readonly CorrectedPeriod[] // As the verb keeps them.
  return (
    <>
      <span className="font-medium">
        {taxYearName(correction.tax_year)}, letter {correction.letter}
      </span>
      <span>from {dayText(correction.from_pay_day)}</span>
      <span>
        employee <Amount value={correction.employee_ni} />
      </span>
      <span>
        employer <Amount value={correction.employer_ni} />
      </span>
      {Number(correction.employment_allowance) !== 0 && (
        <span>
          allowance <Amount value={correction.employment_allowance} />
        </span>
      )}
      {Number(correction.levy_due) !== 0 && (
        <span>
          levy <Amount value={correction.levy_due} />
        </span>
      )}
      <span className="text-n11">
        {correction.created_by_name}: {correction.reason}
      </span>
      <details className="basis-full">
        <summary className="cursor-pointer text-n11">
          {working.some(({ is_year }) => is_year)
            ? 'Whole year'
            : countText(correction.period_count, 'pay period')}
        </summary>
        <ul className="grid gap-1 py-1">
          {working.map(({ pay_day, is_year, from, why }) => (
            <li key={`${pay_day} ${why}`}>
              {is_year ? 'Year' : dayText(pay_day)}, {from.join(' and ')} before: {why}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** The return of a correction, or the button that builds it. A rejected return is followed by another one. */
function ReturnOf({ year_correction_id }: { year_correction_id: string }) {
  const session = useSession()
  const build = useAction('transaction.rti_submission.build_correction', { success: 'The return is built' })
  const query = useQuery({
    queryKey: ['correction_return', year_correction_id],
    queryFn: async ({ signal }) =>
      (await graphql(return_document, { id: year_correction_id }, signal)).returns,
  })
  if (!query.data) return null
  const [made] = query.data
  const mayBuild =
    isOneOf(session, { provider: provider_staff }) && (made === undefined || buildable.includes(made.status))
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {made && (
        <Link to={pathOf({ category: session.category, path: 'paye/rti_submission', id: made.id })}>
          {made.human_id}
        </Link>
      )}
      {mayBuild && (
        <Button
          size="sm"
          verb="transaction.rti_submission.build_correction"
          busy={build.busy}
          onClick={async () => {
            if ((await build.run({ year_correction_id })) !== undefined) void query.refetch()
          }}
        >
          {made ? 'Build again' : 'Build return'}
        </Button>
      )}
    </span>
  )
}

function EnterCorrection({ employment_id, onClose }: { employment_id: string; onClose: () => void }) {
  return (
    <VerbModal
      title="Correct ended year"
      description="For a wrong NI letter: the worker has their part back, the employer bears the rest. HMRC settles a wrong tax code with the worker (P800)."
      action_id="transaction.year_correction.enter"
      fixed={{ employment_id }}
      initial={{ tax_year: years[0]?.value ?? '', letter: 'A', from_pay_day: '', reason: '', evidence: '' }}
      fields={[
        { kind: 'choice', name: 'tax_year', label: 'Tax year', options: years, required: true },
        { kind: 'choice', name: 'letter', label: 'Right letter', options: letters, required: true },
        { kind: 'day', name: 'from_pay_day', label: 'From pay day', required: true },
        { kind: 'area', name: 'reason', label: 'Reason', required: true },
        {
          kind: 'text',
          name: 'evidence',
          label: 'Evidence',
          hint: 'Such as the number of the certificate',
          when: ({ letter }) => needsEvidence(letter),
        },
      ]}
      submit="Correct"
      success={({ employee_ni, employer_ni }: { employee_ni: string; employer_ni: string }) =>
        `Corrected: employee NI ${employee_ni}, employer NI ${employer_ni}`
      }
      onClose={onClose}
    />
  )
}
