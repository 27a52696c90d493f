/** The form of a correction of pay in an ended tax year, with its differences before they are kept. */
import { isDay } from '#kernel/day.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { VerbPreview } from '#web/form/VerbPreview.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { RowLine } from '../employment/employment-rows.card.tsx'
import { line_names } from '../engine/line-why.rules.ts'
import { type CorrectedLine, CorrectedLines } from './corrected-lines.card.tsx'
import { corrected_kinds } from './pay-correction.rules.ts'

const kinds = corrected_kinds.map((value) => ({ value, label: line_names[value] }))
const ways = [
  { value: 'too_little', label: 'Too little' },
  { value: 'too_much', label: 'Too much' },
]

export function CorrectEndedPay({ employment_id, onClose }: { employment_id: string; onClose: () => void }) {
  return (
    <VerbModal
      size="lg"
      columns={2}
      title="Correct ended pay"
      description="For a wrong amount on a payslip. Pay that was late belongs in a pay run."
      action_id="transaction.year_correction.correct_pay"
      fixed={{ employment_id }}
      initial={{ pay_day: '', pay_kind: 'basic', was: 'too_much', amount: '', reason: '', evidence: '' }}
      fields={[
        { kind: 'day', name: 'pay_day', label: 'Pay day', required: true },
        { kind: 'choice', name: 'pay_kind', label: 'Kind of pay', options: kinds, required: true },
        { kind: 'choice', name: 'was', label: 'Paid', options: ways, required: true },
        { kind: 'money', name: 'amount', label: 'Difference of gross pay', currency: 'GBP', required: true },
        { kind: 'area', name: 'reason', label: 'Reason', max: 255, required: true, wide: true },
        { kind: 'text', name: 'evidence', label: 'Evidence', hint: 'Such as the number of the timesheet' },
      ]}
      aside={({ values: { pay_day, pay_kind, was, amount } }) => (
        <Preview asked={{ employment_id, pay_day, pay_kind, was, amount }} />
      )}
      submit="Correct"
      success={({ net_pay }: { net_pay: string }) => `Corrected: net pay ${net_pay}`}
      onClose={onClose}
    />
  )
}

interface Shown {
  readonly lines: readonly CorrectedLine[]
  readonly net_pay: string
  readonly hmrc: string
  readonly pension: string
  readonly relief: string
}

type Asked = Readonly<Record<'employment_id' | 'pay_day' | 'pay_kind' | 'was' | 'amount', string>>

const owed = [
  ['net_pay', 'Worker'],
  ['hmrc', 'HMRC'],
  ['pension', 'Pension'],
  ['relief', 'Employer'],
] as const

/** Each line of the difference, and the parties with their part; or why there is no correction. */
const Preview = ({ asked }: { asked: Asked }) => (
  <VerbPreview<Shown>
    action_id="transaction.year_correction.preview_pay"
    asked={asked}
    isWhole={isDay(asked.pay_day) && asked.amount.trim() !== ''}
    empty="Enter the pay day and the amount to see the differences."
  >
    {(shown) => <Differences pay_day={asked.pay_day} {...shown} />}
  </VerbPreview>
)

function Differences({ pay_day, lines, ...amounts }: Shown & { pay_day: string }) {
  return (
    <section aria-label="Differences" role="status" className="rounded-md border border-n6">
      <CorrectedLines lines={lines} pay_day={pay_day} net={amounts.net_pay} />
      <ul className="border-t border-n6">
        <RowLine action={null}>
          <span className="font-medium">Owed</span>
          {owed.map(([field, label]) => (
            <span key={field}>
              {label} <Amount value={amounts[field]} />
            </span>
          ))}
        </RowLine>
      </ul>
    </section>
  )
}
