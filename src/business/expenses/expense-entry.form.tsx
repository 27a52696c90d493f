/** Entering an expense: lines, a PO number, a comment; save and submit. Nothing typed is lost by a refusal. */

import { Save, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatScaled } from '#kernel/decimal-text.ts'
import { useSession } from '#web/core/session.ts'
import { isListOf } from '#web/drafts/form-draft.ts'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Checkbox, MoneyInput, Select, TextInput } from '#web/ui/inputs.tsx'
import { useWorkSaves } from '../approvable-work/work-saves.hook.ts'
import { expense_types } from './expense.rules.ts'
import type { Typed, TypedLine } from './expense-entry.rules.ts'

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

/** The verbs' input. */
export function contentOf({ details, po_number, comment }: Typed) {
  return {
    details: details.map(({ key: _, ...line }) => line),
    po_number,
    comment,
  }
}

/** The fields of an expense, new or saved. */
export const expenseFields = <V extends Typed>(currency: (values: V) => string | undefined) =>
  [
    {
      kind: 'custom',
      name: 'details',
      label: 'Items',
      kept: { details: isListOf(emptyLine('')) },
      render: (part: FormPart<V>) => <ExpenseLines {...part} currency={currency(part.values)} />,
    },
    { kind: 'text', name: 'po_number', label: 'PO number' },
    { kind: 'area', name: 'comment', label: 'Comment', wide: false },
  ] as const

function ExpenseLines({
  values: { details },
  set,
  errors,
  currency,
}: FormPart<Typed> & { currency: string | undefined }) {
  const { today } = useSession()
  const put = (key: string, change: Partial<TypedLine>) =>
    set({ details: details.map((line) => (line.key === key ? { ...line, ...change } : line)) })
  return (
    <div className="flex flex-col gap-4">
      {errors.details && (
        <p role="alert" className="text-red11">
          {errors.details}
        </p>
      )}
      {details.map((line, i) => {
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
                onChange={(from_date) => put(line.key, { from_date })}
                error={of('from_date')}
              />
              <Select
                label="Type"
                required
                value={line.type}
                onChange={(type) => put(line.key, { type })}
                options={expense_types}
                error={of('type')}
              />
              <TextInput
                label="Description"
                maxLength={200}
                value={line.description}
                onChange={(description) => put(line.key, { description })}
                error={of('description')}
              />
              <MoneyInput
                label="Net"
                required
                currency={currency}
                value={line.amount}
                onChange={(amount) => put(line.key, { amount })}
                error={of('amount')}
              />
              <MoneyInput
                label="VAT"
                currency={currency}
                value={line.tax_amount}
                onChange={(tax_amount) => put(line.key, { tax_amount })}
                error={of('tax_amount')}
              />
              {details.length > 1 && (
                <div className="self-end pb-0.5">
                  <IconButton
                    icon={Trash2}
                    label={`Remove item ${i + 1}`}
                    onClick={() => set({ details: details.filter((one) => one.key !== line.key) })}
                  />
                </div>
              )}
            </div>
            <Checkbox
              label="Disbursement in the client’s name"
              checked={line.is_disbursement}
              onChange={(is_disbursement) => put(line.key, { is_disbursement })}
            />
          </fieldset>
        )
      })}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AddRow
          label="Add item"
          isLastBlank={isLastBlank(details, 'description', 'amount', 'tax_amount')}
          onAdd={() => set({ details: [...details, emptyLine(today)] })}
        />
        <Together lines={details} currency={currency} />
      </div>
    </div>
  )
}

/** The items' total; an invalid amount counts as zero. */
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

type Entered = {
  readonly id: string
  readonly human_id: string
  readonly saved: Typed
  /** Of the saved expense. */
  readonly updated_at: string
  readonly currency: string | undefined
}

/**
 * A draft or a rejected expense, corrected by its owner. Reading it again meanwhile (a file was added, a colleague saved)
 * takes nothing typed away.
 */
export function ExpenseEntry(entered: Entered) {
  const [count, setCount] = useState(0)
  const saves = useWorkSaves('transaction.expense.save_draft')
  // A save begins again with the saved lines.
  return <EntryForm key={count} {...entered} saves={saves} onDone={() => setCount(count + 1)} />
}

function EntryForm({
  id,
  human_id,
  saved,
  updated_at,
  currency,
  saves,
  onDone,
}: Entered & { saves: ReturnType<typeof useWorkSaves>; onDone: () => void }) {
  // A save by somebody else meanwhile is not replaced.
  const [seen] = useState(updated_at)
  const input = (_: object, values: Typed) => ({ ...contentOf(values), updated_at: seen, ...saves.lost() })
  return (
    <VerbForm
      title="Items"
      action_id="transaction.expense.submit"
      fixed={{ id }}
      initial={saved}
      fields={expenseFields(() => currency)}
      input={input}
      buttons={({ isUnsaved }) => (
        <span className="mr-auto self-center text-12 text-n11 max-sideways:w-full">
          {isUnsaved ? 'Not saved yet' : 'All changes saved'}
        </span>
      )}
      also={{
        action_id: 'transaction.expense.save_draft',
        label: 'Save draft',
        icon: Save,
        fixed: { id },
        input,
        send: saves.save,
        success: 'Draft saved',
        onDone,
      }}
      submit="Submit"
      icon={Send}
      success={`${human_id} is submitted`}
      onDone={onDone}
    />
  )
}
