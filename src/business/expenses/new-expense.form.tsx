/** A new expense of one of the placements that the viewer may enter for. */
import { useQuery } from '@tanstack/react-query'
import { Save, Send } from 'lucide-react'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { contentOf, ExpenseLines, emptyLine } from './expense-entry.form.tsx'
import { standing, type Typed } from './expense-entry.rules.ts'

const document = gql(`query expense_placements {
  placements: contract_temp_placement(where: { status: { _in: ["active", "expired"] } }, order_by: [{ updated_at: desc }], limit: 200) {
    id human_id title client { name } contractor { name } currency { alpha_code }
  }
}`)

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
  const [picked, setPicked] = useState<Option | null>(null)
  // Who has one placement alone has nothing to choose.
  const chosen = picked ?? (options.length === 1 ? (options[0] ?? null) : null)
  const [typed, setTyped] = useState<Typed>(() => ({ lines: [emptyLine(today)], po_number: '', comment: '' }))
  const unsaved = useUnsaved()
  const type: typeof setTyped = (next) => {
    unsaved.mark()
    setTyped(next)
  }
  const open = (id: string) => go.replace(pathOf({ category, path: 'transaction/expense', id }))
  const create = useAction<{ id: string; human_id: string }>('transaction.expense.create', {
    success: (made) => `${made.human_id} is saved`,
  })
  const submit = useAction<{ id: string }>('transaction.expense.submit', { success: 'Handed in' })
  const [judged, setJudged] = useState<Typed | null>(null)
  const send = async (hands_in: boolean) => {
    setJudged(typed)
    const made = await create.run({ contract_id: chosen?.value ?? '', ...contentOf(typed) })
    if (made === undefined) return
    unsaved.clear()
    // What could not be handed in is a draft by now, and says on its page what is wrong.
    if (hands_in) await submit.run({ id: made.id })
    open(made.id)
  }
  const currency = placements.find((one) => one.id === chosen?.value)?.currency?.alpha_code
  const missing = create.errors.contract_id && !chosen ? 'Mandatory' : undefined
  return (
    <>
      <PageHeader
        title="New expense"
        back={{ to: pathOf({ category, path: 'transaction/expense' }), label: 'Expenses' }}
      />
      <div className="flex max-w-260 flex-col gap-4 px-4 pb-6">
        <Card>
          <Combobox
            label="Placement"
            required
            value={chosen}
            options={options}
            onChange={setPicked}
            error={missing}
          />
        </Card>
        <Card title="Items">
          {unsaved.guard}
          <ExpenseLines
            typed={typed}
            onType={type}
            errors={standing(create.errors, judged, typed)}
            currency={currency}
          />
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Button icon={Save} busy={create.busy} onClick={() => void send(false)}>
              Save draft
            </Button>
            <Button
              tone="primary"
              icon={Send}
              busy={create.busy || submit.busy}
              onClick={() => void send(true)}
            >
              Submit
            </Button>
          </div>
        </Card>
      </div>
    </>
  )
}
