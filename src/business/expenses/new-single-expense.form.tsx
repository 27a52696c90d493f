/** An expense of one item on one line: date, type, amount and VAT (spec §2, old expense form). */
import { Save } from 'lucide-react'
import { action, CallError } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { placementField } from '../approvable-work/placement-choice.form.tsx'
import { expense_types } from './expense.rules.ts'
import { emptyLine } from './expense-entry.form.tsx'
import { type ExpensePlacement, useExpensePlacements } from './expense-placement.hook.ts'

/** The faults of the only item show under the fields of the form. */
async function sendUnfolded(input: Record<string, unknown>, key: string): Promise<Made> {
  try {
    return await action<Made>('transaction.expense.create', input, key)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const errors = Object.entries(error.errors).map(([path, fault]) => [
      path.replace(/^details\.0\./, ''),
      fault,
    ])
    throw new CallError(error.code, error.message, Object.fromEntries(errors), error)
  }
}

export function NewSingleExpensePage() {
  const { category, today } = useSession()
  const go = useGo()
  const choice = useExpensePlacements()
  const { key: _, ...line } = emptyLine(today)
  const initial = { ...line, contract_id: choice.only }
  const currency = ({ contract_id }: typeof initial) => choice.known.get(contract_id)?.currency?.alpha_code
  return (
    <>
      <PageHeader
        title="New expense of one item"
        back={{ to: pathOf({ category, path: 'transaction/new_expense' }), label: 'New expense' }}
      />
      <div className="max-w-160 px-4 pb-6">
        {!choice.isPending && (
          <VerbForm
            action_id="transaction.expense.create"
            initial={initial}
            fields={[
              placementField<typeof initial, ExpensePlacement>(choice),
              { kind: 'day', name: 'from_date', label: 'Date', required: true, max: today },
              { kind: 'choice', name: 'type', label: 'Type', required: true, options: expense_types },
              { kind: 'money', name: 'amount', label: 'Amount', required: true, currency },
              { kind: 'money', name: 'tax_amount', label: 'Of which VAT', currency },
              { kind: 'text', name: 'description', label: 'Description' },
            ]}
            input={(_input: object, { contract_id, ...item }: typeof initial) => ({
              contract_id,
              details: [item],
            })}
            send={sendUnfolded}
            submit="Save draft"
            icon={Save}
            success={({ human_id }: Made) => `${human_id} is saved: add its receipt and submit it`}
            onDone={({ id }: Made) => go.replace(pathOf({ category, path: 'transaction/expense', id }))}
          />
        )}
      </div>
    </>
  )
}
