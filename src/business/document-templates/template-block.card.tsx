/** One block of a template in the builder: its text and its steps, by key or pointer. */
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { listText } from '#kernel/list-text.ts'
import { AddRow } from '#web/form/AddRow.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox, Select, TextArea } from '#web/ui/inputs.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { type Block, block_labels, blocksOfKind, ITEMS_MAX } from './blocks/template-blocks.rules.ts'
import { kindOfTemplate, party_words, type TemplateKind } from './blocks/template-kinds.rules.ts'
import { valuesOfKind } from './blocks/template-values.rules.ts'
import { SignerFields } from './signer-fields.card.tsx'
import type { Builder, Row } from './template-builder.hook.ts'

interface Props {
  readonly row: Row
  readonly at: number
  readonly kind: TemplateKind
  readonly builder: Builder
  /** Faults by the block's own fields. */
  readonly faults: FieldErrors
}

export function TemplateBlock({ row, at, kind, builder, faults }: Props) {
  const part = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const label = block_labels[row.block.type]
  const place = `block ${at + 1}, ${label}`
  const isFresh = builder.fresh === row.key
  useEffect(() => {
    if (isFresh) (part.current?.querySelector<HTMLElement>('textarea,select,input') ?? part.current)?.focus()
  }, [isFresh])
  const move = (to: number, button: string) => {
    builder.move(at, to)
    // A moved element loses the focus.
    requestAnimationFrame(() =>
      part.current?.querySelector<HTMLElement>(`[data-step="${button}"]`)?.focus({ preventScroll: false }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const [to, button] = event.key === 'ArrowUp' ? [at - 1, 'up'] : [at + 1, 'down']
    if (to >= 0 && to < builder.rows.length) move(to, button)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const from = builder.rows.findIndex(({ key }) => key === event.dataTransfer.getData('text/plain'))
    if (from >= 0 && from !== at) builder.move(from, at)
  }
  return (
    <li
      ref={part}
      tabIndex={-1}
      aria-label={place}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx('rounded-lg border bg-surface', isOver && 'border-a9')}
    >
      <header className="flex flex-wrap items-center gap-1 border-b px-2 py-1">
        <span
          draggable
          aria-hidden
          onDragStart={(event) => event.dataTransfer.setData('text/plain', row.key)}
          className="cursor-grab text-n10 pointer-coarse:hidden"
        >
          <GripVertical size={15} />
        </span>
        <h3 className="min-w-0 flex-auto text-12 font-medium text-n11">
          {at + 1}. {label}
        </h3>
        <IconButton
          icon={ArrowUp}
          size="sm"
          label={`Move up ${place}`}
          data-step="up"
          disabledReason={at === 0 ? 'It is the first block' : null}
          onClick={() => move(at - 1, 'up')}
        />
        <IconButton
          icon={ArrowDown}
          size="sm"
          label={`Move down ${place}`}
          data-step="down"
          disabledReason={at === builder.rows.length - 1 ? 'It is the last block' : null}
          onClick={() => move(at + 1, 'down')}
        />
        <AddBlock kind={kind} label={`Add below ${place}`} onAdd={(type) => builder.add(type, at + 1)} />
        <IconButton icon={Trash2} size="sm" label={`Remove ${place}`} onClick={() => builder.remove(at)} />
      </header>
      <Fields
        block={row.block}
        kind={kind}
        faults={faults}
        onChange={(block) => builder.change(row.key, block)}
      />
    </li>
  )
}

export function AddBlock({
  kind,
  label,
  onAdd,
}: {
  kind: TemplateKind
  label: string
  onAdd: (type: Block['type']) => void
}) {
  return (
    <Menu
      trigger={<IconButton icon={Plus} size="sm" label={label} />}
      entries={blocksOfKind(kind).map((type) => ({ label: block_labels[type], run: () => onAdd(type) }))}
    />
  )
}

interface FieldsProps {
  readonly block: Block
  readonly kind: TemplateKind
  readonly faults: FieldErrors
  readonly onChange: (block: Block) => void
}

function Fields({ block, kind, faults, onChange }: FieldsProps) {
  if (block.type === 'page_break')
    return <p className="px-3 py-2 text-n11">What follows begins a new page.</p>
  if (block.type === 'parties')
    return (
      <p className="px-3 py-2 text-n11">
        Names and addresses of the {listText(kindOfTemplate(kind).parties.map((one) => party_words[one]))}.
      </p>
    )
  return (
    <div className="flex flex-col gap-2 p-3">
      {block.type === 'rates' && (
        <Select
          label="Rates of"
          value={block.side}
          options={[
            { value: 'contractor', label: 'The contractor (pay)' },
            { value: 'client', label: 'The client (charge)' },
          ]}
          onChange={(side) => onChange({ ...block, side: side === 'client' ? 'client' : 'contractor' })}
        />
      )}
      {block.type === 'signature' && (
        <fieldset>
          <legend className="text-12 font-medium text-n11">Signed by</legend>
          {kindOfTemplate(kind).parties.map((party) => (
            <Checkbox
              key={party}
              label={party_words[party]}
              checked={block.parties.includes(party)}
              onChange={(isTicked) =>
                onChange({
                  ...block,
                  parties: isTicked
                    ? [...block.parties, party]
                    : block.parties.filter((one) => one !== party),
                })
              }
            />
          ))}
          {faults.parties && (
            <p role="alert" className="text-12 text-red11">
              {faults.parties}
            </p>
          )}
        </fieldset>
      )}
      {block.type === 'signature' && <SignerFields block={block} faults={faults} onChange={onChange} />}
      {block.type === 'list' && <Items block={block} kind={kind} faults={faults} onChange={onChange} />}
      {'text' in block && (
        <ValueText
          label="Text"
          kind={kind}
          text={block.text}
          rows={block.type === 'heading' ? 1 : 2}
          error={faults.text}
          beside={
            'level' in block && (
              <Select
                label="Level"
                hideLabel
                value={String(block.level)}
                options={[
                  { value: '1', label: block.type === 'heading' ? 'Title' : 'Clause' },
                  { value: '2', label: block.type === 'heading' ? 'Section' : 'Part of the clause before' },
                ]}
                onChange={(level) => onChange({ ...block, level: level === '2' ? 2 : 1 })}
                className="max-w-60 text-12"
              />
            )
          }
          onChange={(text) => onChange({ ...block, text })}
        />
      )}
    </div>
  )
}

function Items({
  block,
  kind,
  faults,
  onChange,
}: Omit<FieldsProps, 'block'> & { block: Extract<Block, { type: 'list' }> }) {
  const { items } = block
  const set = (next: readonly string[]) => onChange({ ...block, items: next })
  return (
    <>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are their texts, and stay in their order.
        <div key={at} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ValueText
              label={`Item ${at + 1}`}
              kind={kind}
              text={item}
              rows={1}
              error={faults[`items.${at}`]}
              onChange={(text) => set(items.with(at, text))}
            />
          </div>
          {items.length > 1 && (
            <IconButton
              icon={X}
              label={`Remove item ${at + 1}`}
              onClick={() => set(items.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {items.length < ITEMS_MAX && (
        <AddRow
          label="Add an item"
          isLastBlank={items.at(-1)?.trim() === ''}
          onAdd={() => set([...items, ''])}
        />
      )}
    </>
  )
}

/** A text with the values that its kind knows; a chosen one lands at the cursor. */
function ValueText({
  label,
  kind,
  text,
  rows,
  error,
  beside,
  onChange,
}: {
  label: string
  kind: TemplateKind
  text: string
  rows: number
  error: string | undefined
  beside?: ReactNode
  onChange: (text: string) => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    const value = `{{${name}}}`
    onChange(text.slice(0, selectionStart) + value + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(selectionStart + value.length, selectionStart + value.length)
    })
  }
  return (
    <div className="flex flex-col gap-1">
      <TextArea
        ref={area}
        label={label}
        value={text}
        rows={rows}
        error={error}
        required
        onChange={onChange}
      />
      <div className="flex flex-wrap gap-2">
        {beside}
        <Select
          label={`Insert a value into ${label}`}
          hideLabel
          value=""
          placeholder="Insert a value"
          options={valuesOfKind(kind).map((one) => ({ value: one.name, label: one.label }))}
          onChange={(name) => name !== '' && insert(name)}
          className="max-w-60 text-12"
        />
      </div>
    </div>
  )
}
