/** Dialogs of the file for a pension provider: its layout, and the file of some pay days. */
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { countText } from '#kernel/count-text.ts'
import { addDays, addMonths, day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { saveFile } from '#web/core/save-file.ts'
import { useSession } from '#web/core/session.ts'
import { isListOf } from '#web/drafts/form-draft.ts'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import {
  COLUMNS_MOST,
  date_formats,
  file_layouts,
  type Layout,
  layout_values,
  layoutOf,
} from './pension-layouts.rules.ts'

const document = gql(`query pension_layouts($id: uuid!) {
  schemes: business_pension_scheme(
    where: { paye_scheme_id: { _eq: $id } } order_by: [{ name: asc }] limit: 50
  ) { id name file_layout own_layout }
}`)

type Scheme = Answer<typeof document>['schemes'][number]

interface DialogProps {
  readonly row: ListRow
  readonly onClose: () => void
}

type Column = { readonly key: string; readonly value: string; readonly heading: string }

const blank = (): Column => ({ key: crypto.randomUUID(), value: '', heading: '' })

/** The layout as the form shows it: an own one begins with the columns that applied before. */
function typedLayout({ id, file_layout, own_layout }: Scheme) {
  const layout = layoutOf(file_layout, own_layout as Layout | null) // As the verb keeps it.
  return {
    ...{ id, file_layout, has_headings: layout.has_headings, date_format: layout.date_format },
    columns: layout.columns.map((column): Column => ({ ...column, key: crypto.randomUUID() })),
  }
}

type Typed = ReturnType<typeof typedLayout>

/** Without a pension scheme there is nothing to choose. */
function usePensions(paye_scheme_id: string): readonly [Scheme, ...Scheme[]] | null {
  const { data } = useQuery({
    queryKey: ['pension_layouts', paye_scheme_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: paye_scheme_id }, signal)).schemes,
  })
  const [first, ...others] = data ?? []
  return first === undefined ? null : [first, ...others]
}

export function ChoosePensionLayout({ row, onClose }: DialogProps) {
  const schemes = usePensions(row.id)
  if (schemes === null) return null
  const isOwn = ({ file_layout }: { readonly file_layout: string }) => file_layout === 'own'
  return (
    <VerbModal
      size="lg"
      title="Pension layout"
      description="The columns of the file for the pension provider."
      action_id="business.pension_scheme.set_layout"
      initial={typedLayout(schemes[0])}
      fields={[
        {
          kind: 'custom',
          name: 'id',
          label: 'Pension scheme',
          render: ({ values: { id }, set }) => (
            <Select
              label="Pension scheme"
              value={id}
              options={optionsOf(schemes)}
              onChange={(value) => set(typedLayout(schemes.find((one) => one.id === value) ?? schemes[0]))}
            />
          ),
        },
        { kind: 'choice', name: 'file_layout', label: 'Layout', options: file_layouts, required: true },
        {
          kind: 'custom',
          name: 'columns',
          label: 'Columns',
          wide: true,
          kept: { columns: isListOf(blank()) },
          render: (part) => (isOwn(part.values) ? <Columns {...part} /> : <Known {...part} />),
        },
        { kind: 'check', name: 'has_headings', label: 'First line with headings', when: isOwn },
        {
          kind: 'choice',
          name: 'date_format',
          label: 'Days',
          options: date_formats,
          required: true,
          when: isOwn,
        },
      ]}
      input={(_, { id, file_layout, columns, has_headings, date_format }) =>
        file_layout === 'own'
          ? {
              ...{ id, file_layout, has_headings, date_format },
              columns: columns.map(({ value, heading }) => ({ value, heading })),
            }
          : { id, file_layout }
      }
      submit="Save"
      success="Layout saved"
      onClose={onClose}
    />
  )
}

const optionsOf = (schemes: readonly Scheme[]) => schemes.map(({ id, name }) => ({ value: id, label: name }))

/** The columns of a layout that the product knows, in one line. */
function Known({ values: { file_layout } }: FormPart<Typed>) {
  const { columns } = layoutOf(file_layout, null)
  return <p className="text-n11">{columns.map(({ heading }) => heading).join(', ')}</p>
}

function Columns({ values: { columns }, set, errors }: FormPart<Typed>) {
  const put = (key: string, change: Partial<Column>) =>
    set({ columns: columns.map((column) => (column.key === key ? { ...column, ...change } : column)) })
  return (
    <>
      <ol className="flex flex-col gap-2">
        {columns.map((column, n) => (
          <li key={column.key} className="grid items-end gap-2 tablet:grid-cols-[1fr_1fr_auto]">
            <Select
              label={`Column ${n + 1}`}
              placeholder="Choose"
              value={column.value}
              options={layout_values}
              onChange={(value) => put(column.key, { value })}
              error={errors[`columns.${n}.value`]}
            />
            <TextInput
              label={`Heading ${n + 1}`}
              value={column.heading}
              onChange={(heading) => put(column.key, { heading })}
              error={errors[`columns.${n}.heading`]}
            />
            <IconButton
              icon={Trash2}
              label={`Remove column ${n + 1}`}
              onClick={() => set({ columns: columns.filter(({ key }) => key !== column.key) })}
            />
          </li>
        ))}
      </ol>
      <div className="mt-3">
        {columns.length < COLUMNS_MOST && (
          <AddRow
            label="Add a column"
            isLastBlank={isLastBlank(columns, 'value', 'heading')}
            onAdd={() => set({ columns: [...columns, blank()] })}
          />
        )}
      </div>
      {errors.columns && (
        <p role="alert" className="text-12 text-red11">
          {errors.columns}
        </p>
      )}
    </>
  )
}

type Made = { readonly file_name: string; readonly content: string; readonly row_count: number }

export function MakePensionFile({ row, onClose }: DialogProps) {
  const { today } = useSession()
  const schemes = usePensions(row.id)
  if (schemes === null) return null
  return (
    <VerbModal
      title="Pension file"
      description="Contributions of issued payslips, and of corrections of ended tax years entered in these days."
      action_id="business.pension_scheme.make_file"
      initial={{
        id: schemes[0].id,
        from_pay_day: addDays(addMonths(day(today), -1), 1),
        to_pay_day: today,
      }}
      fields={[
        { kind: 'choice', name: 'id', label: 'Pension scheme', options: optionsOf(schemes), required: true },
        { kind: 'day', name: 'from_pay_day', label: 'From pay day', required: true },
        { kind: 'day', name: 'to_pay_day', label: 'To pay day', required: true },
      ]}
      submit="Save file"
      success={({ row_count }: Made) => `${countText(row_count, 'line')} in the file`}
      onDone={({ file_name, content }: Made) =>
        saveFile(file_name, new Blob([content], { type: 'text/csv;charset=utf-8' }))
      }
      onClose={onClose}
    />
  )
}
