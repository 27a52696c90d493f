/** The payslip of a typed pay: each line of the engine with its sentence. Nothing is stored. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LineRow, LineTable, type RunLineShown, TotalRow } from '../runs/run-lines.card.tsx'

interface Computed {
  readonly gross: string
  readonly net: string
  readonly costs: string
  readonly lines: readonly RunLineShown[]
  readonly faults: readonly string[]
  readonly pension: string | null
  readonly recovered: string | null
  readonly letter: string | null
}

export function WhatIf({ employment_id }: { employment_id: string }) {
  const { today } = useSession()
  const [shown, setShown] = useState<Computed | null>(null)
  return (
    <Card title="What if">
      <VerbForm
        bare
        intro="Tries a pay with the facts above and absences to the pay day. Nothing is stored."
        columns={2}
        action_id="business.employment.what_if"
        fixed={{ employment_id }}
        initial={{ pay_day: today }}
        fields={[
          { kind: 'day', name: 'pay_day', label: 'Pay day', required: true },
          { kind: 'money', name: 'pay', label: 'Gross pay', required: true },
          { kind: 'decimal', name: 'hours', label: 'Hours' },
          { kind: 'money', name: 'other_pay', label: 'Other pay of this pay day' },
        ]}
        submit="Calculate"
        tone="secondary"
        success={false}
        saves={false}
        keeps
        draft={false}
        onDone={setShown}
      />
      {shown && <Result shown={shown} />}
    </Card>
  )
}

function Result({ shown }: { shown: Computed }) {
  const ofWorker = shown.lines.filter(({ part }) => part !== 'employer')
  const ofEmployer = shown.lines.filter(({ part }) => part === 'employer')
  return (
    <section aria-label="Result" aria-live="polite" className="mt-4 flex flex-col gap-3">
      {shown.faults.map((sentence) => (
        <p key={sentence} role="note" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
          {sentence}
        </p>
      ))}
      <Lines lines={ofWorker} total="Net pay" amount={shown.net} />
      <Lines lines={ofEmployer} total="This pay costs the employer, on top" amount={shown.costs} />
      {shown.letter && <p className="text-n11">{shown.letter}.</p>}
      {shown.recovered && <p className="text-n11">{shown.recovered}.</p>}
      {shown.pension && <p className="text-n11">Pension: {shown.pension}.</p>}
    </section>
  )
}

interface LinesProps {
  readonly lines: readonly RunLineShown[]
  readonly total: string
  readonly amount: string
}

function Lines({ lines, total, amount }: LinesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section className="scroll-quiet overflow-x-auto" aria-label={total} tabIndex={0}>
      <LineTable>
        {lines.map((line) => (
          <LineRow key={`${line.name} ${line.why}`} line={line} />
        ))}
        <TotalRow label={total} amount={amount} />
      </LineTable>
    </section>
  )
}
