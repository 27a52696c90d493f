/** A new expense of one of the placements that the viewer may enter for. */

import { useQuery } from '@tanstack/react-query'
import { Save, Send } from 'lucide-react'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { isText } from '#web/drafts/form-draft.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { contentOf, emptyLine, expenseFields } from './expense-entry.form.tsx'
import type { Typed } from './expense-entry.rules.ts'

const document = gql(`query expense_placements {
  placements: contract_temp_placement(where: { status: { _in: ["active", "expired"] } }, order_by: [{ updated_at: desc }], limit: 200) {
    id human_id title client { name } contractor { name } currency { alpha_code }
  }
}`)

type NewTyped = Typed & { readonly contract_id: string }

export function NewExpensePage() {
  const { category, today } = useSession()
  const go = useGo()
  const query = useQuery({
    queryKey: ['expense_placements'],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).placements,
  })
  const placements = query.data ?? []
  const options = placements.map((one): Option => {
    const who = category === 'contractor' ? one.client?.name : one.contractor?.name
    return { value: one.id, label: `${one.title}, ${who ?? ''} (${one.human_id})` }
  })
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
      />
      <div className="max-w-260 px-4 pb-6">
        {!query.isPending && (
          <VerbForm
            action_id="transaction.expense.create"
            initial={{
              // The only placement needs no choice.
              contract_id: options.length === 1 ? (options[0]?.value ?? '') : '',
              details: [emptyLine(today)],
              po_number: '',
              comment: '',
            }}
            fields={[
              {
                kind: 'custom',
                name: 'contract_id',
                label: 'Placement',
                required: true,
                kept: { contract_id: isText },
                render: ({ values, set, errors }) => (
                  <Combobox
                    label="Placement"
                    required
                    value={options.find((one) => one.value === values.contract_id) ?? null}
                    options={options}
                    onChange={(picked) => set({ contract_id: picked?.value ?? '' })}
                    error={errors.contract_id}
                  />
                ),
              },
              ...expenseFields<NewTyped>(
                ({ contract_id }) => placements.find((one) => one.id === contract_id)?.currency?.alpha_code,
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
