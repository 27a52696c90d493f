/** Entering an expense: lines, a PO number, a comment; save and submit. Nothing typed is lost by a refusal. */
import { Plus, Save, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatScaled } from '#kernel/decimal-text.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Checkbox, MoneyInput, Select, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { expense_types } from './expense.rules.ts'
import { standing, type Typed, type TypedLine } from './expense-entry.rules.ts'

export function emptyLine(today: string): TypedLine {
  return {
    key: crypto.randomUUID(),
    from_date: today,
    type: 'travel',
    description: '',
    amount: '',
    tax_amount: '',
    is_disbursement: false,
  }
}

/** What goes to the verbs. */
export function contentOf({ lines, po_number, comment }: Typed) {
  return {
    details: lines.map(({ key: _, ...line }) => line),
    ...(po_number.trim() ? { po_number } : {}),
    ...(comment.trim() ? { comment } : {}),
  }
}

interface EntryProps {
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
  readonly errors: Readonly<Record<string, string>>
  readonly currency: string | undefined
}

export function ExpenseLines({ typed, onType, errors, currency }: EntryProps) {
  const { today } = useSession()
  const set = (key: string, change: Partial<TypedLine>) =>
    onType({
      ...typed,
      lines: typed.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
    })
  return (
    <div className="flex flex-col gap-4">
      {errors.details && (
        <p role="alert" className="text-red11">
          {errors.details}
        </p>
      )}
      {typed.lines.map((line, i) => {
        const of = (field: string) => errors[`details.${i}.${field}`]
        return (
          <fieldset key={line.key} className="min-w-0 rounded-lg border p-3">
            <legend className="px-1 text-12 font-medium text-n11">Item {i + 1}</legend>
            <div className="grid items-start gap-3 sideways:grid-cols-2 desktop:grid-cols-[150px_160px_minmax(0,1fr)_130px_130px_auto]">
              <DayPicker
                label="Date"
                required
                max={today}
                value={line.from_date}
                onChange={(from_date) => set(line.key, { from_date })}
                error={of('from_date')}
              />
              <Select
                label="Type"
                required
                value={line.type}
                onChange={(type) => set(line.key, { type })}
                options={expense_types}
                error={of('type')}
              />
              <TextInput
                label="Description"
                maxLength={200}
                value={line.description}
                onChange={(description) => set(line.key, { description })}
                error={of('description')}
              />
              <MoneyInput
                label="Net"
                required
                currency={currency}
                value={line.amount}
                onChange={(amount) => set(line.key, { amount })}
                error={of('amount')}
              />
              <MoneyInput
                label="VAT"
                currency={currency}
                value={line.tax_amount}
                onChange={(tax_amount) => set(line.key, { tax_amount })}
                error={of('tax_amount')}
              />
              {typed.lines.length > 1 && (
                <div className="self-end pb-0.5">
                  <IconButton
                    icon={Trash2}
                    label={`Remove item ${i + 1}`}
                    onClick={() =>
                      onType({ ...typed, lines: typed.lines.filter((one) => one.key !== line.key) })
                    }
                  />
                </div>
              )}
            </div>
            <Checkbox
              label="Disbursement in the client’s name"
              checked={line.is_disbursement}
              onChange={(is_disbursement) => set(line.key, { is_disbursement })}
            />
          </fieldset>
        )
      })}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button icon={Plus} onClick={() => onType({ ...typed, lines: [...typed.lines, emptyLine(today)] })}>
          Add item
        </Button>
        <Together lines={typed.lines} currency={currency} />
      </div>
      <div className="grid gap-3 tablet:grid-cols-2">
        <TextInput
          label="PO number"
          maxLength={200}
          value={typed.po_number}
          onChange={(po_number) => onType({ ...typed, po_number })}
          error={errors.po_number}
        />
        <TextArea
          label="Comment"
          rows={2}
          maxLength={4000}
          value={typed.comment}
          onChange={(comment) => onType({ ...typed, comment })}
        />
      </div>
    </div>
  )
}

/** What the items come to; what is no amount counts as none until it is one. */
function Together({ lines, currency }: { lines: readonly TypedLine[]; currency: string | undefined }) {
  const of = (field: 'amount' | 'tax_amount') =>
    formatScaled(
      lines.reduce((sum, line) => sum + minorOf(line[field].trim()), 0),
      2,
    )
  return (
    <p className="text-n11">
      Net <Amount value={of('amount')} currency={currency} strong />, VAT{' '}
      <Amount value={of('tax_amount')} currency={currency} strong />
    </p>
  )
}

/**
 * A draft or a rejected expense, as its owner corrects it. What is typed stands until it is sent: what is read anew
 * meanwhile (a file was added, a colleague saved) does not take it away.
 */
export function ExpenseEntry({
  id,
  human_id,
  saved,
  currency,
}: {
  id: string
  human_id: string
  saved: Typed
  currency: string | undefined
}) {
  const [changed, setChanged] = useState<Typed | null>(null)
  const typed = changed ?? saved
  const unsaved = useUnsaved(changed !== null)
  const save = useAction('transaction.expense.save_draft', { success: 'Draft saved' })
  const submit = useAction('transaction.expense.submit', { success: `${human_id} is submitted` })
  const [judged, setJudged] = useState<Typed | null>(null)
  const errors = standing({ ...save.errors, ...submit.errors }, judged, typed)
  const send = async (run: typeof save.run) => {
    setJudged(typed)
    if ((await run({ id, ...contentOf(typed) })) !== undefined) setChanged(null)
  }
  return (
    <Card title="Items">
      {unsaved.guard}
      <ExpenseLines typed={typed} onType={setChanged} errors={errors} currency={currency} />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-12 text-n11 max-sideways:w-full">
          {changed ? 'Not saved yet' : 'All changes saved'}
        </span>
        <Button icon={Save} busy={save.busy} onClick={() => void send(save.run)}>
          Save draft
        </Button>
        <Button tone="primary" icon={Send} busy={submit.busy} onClick={() => void send(submit.run)}>
          Submit
        </Button>
      </div>
    </Card>
  )
}
