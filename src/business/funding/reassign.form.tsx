/** Reassigns a debt to its agency, or takes it back, with a preview of the effects (money.md §1.9 iv). */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currency as currencyOf, displayMoney, isZero, parseMoney } from '#kernel/money.ts'
import { action } from '#web/core/call.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { BulkDialog } from '#web/list/model/list.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import type { ReassignPreview } from './reassign.rules.ts'

interface Debt {
  readonly id: string
  readonly human_id: string
}

const words = {
  reassign: {
    label: 'Reassign',
    title: (debt: Debt) => `Reassign ${debt.human_id} to its agency`,
    description: 'The agency repays the advance and fees, and keeps later client payments.',
    done: (debt: Debt) => `${debt.human_id} is the agency’s again`,
  },
  take_back: {
    label: 'Take back',
    title: (debt: Debt) => `Take ${debt.human_id} back from its agency`,
    description: 'Recovered money goes back to the agency’s earnings. No rule reassigns this debt again.',
    done: (debt: Debt) => `${debt.human_id} is at your risk again`,
  },
} as const

type Way = keyof typeof words

export function ReassignForm({ debt, way, onClose }: { debt: Debt; way: Way; onClose: () => void }) {
  const said = words[way]
  const preview = useQuery({
    queryKey: ['preview_reassign', debt.id, way],
    gcTime: 0,
    retry: false,
    queryFn: () =>
      action<ReassignPreview>(
        'transaction.invoice.preview_reassign',
        { id: debt.id, is_taken_back: way === 'take_back' },
        crypto.randomUUID(),
      ),
  })
  return (
    <VerbModal
      size="md"
      title={said.title(debt)}
      description={said.description}
      action_id={`transaction.invoice.${way}`}
      fixed={{ id: debt.id }}
      fields={[
        {
          kind: 'custom',
          name: 'effects',
          label: 'Effect',
          render: () => <Effects error={preview.error} preview={preview.data} />,
        },
        { ...reason_field, max: 1000, rows: 3 },
      ]}
      tone="danger"
      blocked={preview.error?.message}
      submit={said.label}
      success={said.done(debt)}
      onClose={onClose}
    />
  )
}

function Effects({ error, preview }: { error: Error | null; preview: ReassignPreview | undefined }) {
  if (error)
    return (
      <p role="alert" className="text-red11">
        {error.message}
      </p>
    )
  if (!preview) return <Skeleton className="h-20 w-full" />
  const of = (text: string) => parseMoney(text, currencyOf(preview.currency))
  const shown = (text: string) => displayMoney(of(text))
  return (
    <section aria-label="Effect">
      <div className="scroll-quiet overflow-x-auto rounded border">
        <Table
          heads={[
            'Invoice',
            { numeric: 'Agency owes now' },
            { numeric: 'Then' },
            { numeric: 'Disallowed now' },
            { numeric: 'Then' },
          ]}
        >
          {preview.effects.map((one) => (
            <tr key={one.id}>
              <Td className="whitespace-nowrap">{one.human_id}</Td>
              <Td numeric>{shown(one.recourse_before)}</Td>
              <Td numeric>{shown(one.recourse_after)}</Td>
              <Td numeric>{shown(one.disallowed_before)}</Td>
              <Td numeric>
                {shown(one.disallowed_after)}
                {one.disallowed_status && (
                  <span className="block text-12 text-n11">{one.disallowed_status}</span>
                )}
              </Td>
            </tr>
          ))}
        </Table>
      </div>
      <p className="mt-2 text-n11">
        {shown(preview.outstanding_balance)} is outstanding.{' '}
        {!isZero(of(preview.given_back)) &&
          `The next run pays ${shown(preview.given_back)} back to the agency.`}
      </p>
    </section>
  )
}

/** One after the other: each has effects of its own. */
function Selected({ rows, onClose, way }: BulkDialog & { way: Way }) {
  const [at, setAt] = useState(0)
  const row = rows[at]
  if (!row) return null
  const debt = { id: row.id, human_id: String(row.human_id) }
  const next = () => (at + 1 < rows.length ? setAt(at + 1) : onClose())
  return <ReassignForm key={debt.id} debt={debt} way={way} onClose={next} />
}

export function ReassignSelected(props: BulkDialog) {
  return <Selected {...props} way="reassign" />
}

export function TakeBackSelected(props: BulkDialog) {
  return <Selected {...props} way="take_back" />
}
