/** A new expense of one of the placements that the viewer may enter for. */

import { Save, Send } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { placementField } from '../approvable-work/placement-choice.form.tsx'
import { contentOf, emptyLine, expenseFields } from './expense-entry.form.tsx'
import type { Typed } from './expense-entry.rules.ts'
import { type ExpensePlacement, useExpensePlacements } from './expense-placement.hook.ts'

type NewTyped = Typed & { readonly contract_id: string }

export function NewExpensePage() {
  const { category, today } = useSession()
  const go = useGo()
  const choice = useExpensePlacements()
  const open = (id: string) => go.replace(pathOf({ category, path: 'transaction/expense', id }))
  const submit = useAction<{ id: string }>('transaction.expense.submit', { success: 'Submitted' })
  const input = (_: object, values: NewTyped) => ({
    contract_id: values.contract_id,
    ...contentOf(values),
  })
  return (
    <>
      <PageHeader
        title="New expense"
        back={{ to: pathOf({ category, path: 'transaction/expense' }), label: 'Expenses' }}
        actions={
          <Link
            to={pathOf({ category, path: 'transaction/new_single_expense' })}
            plain
            className={buttonClass()}
          >
            One item
          </Link>
        }
      />
      <div className="max-w-260 px-4 pb-6">
        {!choice.isPending && (
          <VerbForm
            action_id="transaction.expense.create"
            initial={{
              contract_id: choice.only,
              details: [emptyLine(today)],
              po_number: '',
              comment: '',
            }}
            fields={[
              placementField<NewTyped, ExpensePlacement>(choice),
              ...expenseFields<NewTyped>(
                ({ contract_id }) => choice.known.get(contract_id)?.currency?.alpha_code,
              ),
            ]}
            input={input}
            also={{
              action_id: 'transaction.expense.create',
              label: 'Save draft',
              icon: Save,
              input,
              success: saved,
              onDone: ({ id }) => open(id),
            }}
            submit="Submit"
            icon={Send}
            success={saved}
            onDone={async ({ id }: Made) => {
              // A refused submission leaves a draft: its page shows the faults.
              await submit.run({ id })
              open(id)
            }}
          />
        )}
      </div>
    </>
  )
}

const saved = ({ human_id }: Made) => `${human_id} is saved`
