import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Condition } from '#entity/filter.ts'
import { resolveDay, shapeOf } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Checkbox, NumberInput, Radios, Select, TextInput } from '#web/ui/inputs.tsx'
import { presetsOf } from './condition-text.ts'
import type { Filterable } from './filterable.ts'
import { PickInput } from './PickInput.tsx'
import { rangeFaults } from './range-faults.ts'

interface InputProps {
  filter: Filterable
  value: Condition | null
  today: Day
  onChange: (value: Condition | null) => void
}

/** The input of a filter follows from the kind of its field. */
export function FilterInput(props: InputProps) {
  const { filter } = props
  switch (shapeOf(filter.shape)) {
    case 'contains':
      return <Contains {...props} />
    case 'is':
      return <YesNo {...props} />
    case 'in':
      return filter.shape.choices ? <Choices {...props} /> : <PickInput {...props} />
    case 'range':
      return filter.shape.kind === 'day' || filter.shape.kind === 'instant' ? (
        <DayRange {...props} />
      ) : (
        <NumberRange {...props} />
      )
  }
}

function Contains({ filter, value, onChange }: InputProps) {
  const text = value && 'contains' in value ? value.contains : ''
  return (
    <TextInput
      label={filter.label}
      value={text}
      maxLength={100}
      onChange={(next) => onChange(next === '' ? null : { contains: next })}
    />
  )
}

function YesNo({ filter, value, onChange }: InputProps) {
  const now = value && 'is' in value ? String(value.is) : ''
  return (
    <Radios
      legend={filter.label}
      name={filter.field}
      value={now}
      onChange={(next) => onChange(next === '' ? null : { is: next === 'true' })}
      options={[
        { value: '', label: 'Any' },
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
    />
  )
}

function Choices({ filter, value, onChange }: InputProps) {
  const chosen = value && 'in' in value ? value.in : []
  const toggle = (one: string, on: boolean) => {
    const next = on ? [...chosen, one] : chosen.filter((other) => other !== one)
    onChange(next.length > 0 ? { in: next } : null)
  }
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium text-n11">{filter.label}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {(filter.shape.choices ?? []).map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={(on) => toggle(choice.value, on)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function DayRange({ filter, value, today, onChange }: InputProps) {
  const range = value && !('in' in value || 'is' in value || 'contains' in value) ? value : {}
  const presets = presetsOf(filter)
  const preset = value ? presets.findIndex((one) => one.from === range.from && one.to === range.to) : -1
  const shown = (text: string | undefined) => (text ? (resolveDay(text, today) ?? '') : '')
  const set = (next: { from?: string | undefined; to?: string | undefined }) => {
    const both = { from: range.from, to: range.to, ...next }
    const kept = { ...(both.from ? { from: both.from } : {}), ...(both.to ? { to: both.to } : {}) }
    onChange(Object.keys(kept).length > 0 ? kept : null)
  }
  const offered = presets.map((one, at) => ({ value: String(at), label: one.label }))
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium text-n11">{filter.label}</legend>
      <div className="grid grid-cols-2 gap-2">
        <div className="col-span-2">
          <Select
            hideLabel
            label={`${filter.label} period`}
            value={preset >= 0 ? String(preset) : ''}
            placeholder={range.from || range.to ? 'Custom Date' : 'Any time'}
            onChange={(at) => {
              const chosen = at === '' ? undefined : presets[Number(at)]
              if (chosen) set({ from: chosen.from, to: chosen.to })
              else onChange(null)
            }}
            options={offered}
          />
        </div>
        <DayPicker
          live
          label="From"
          value={shown(range.from)}
          max={filter.max === 'today' ? today : undefined}
          onChange={(from) => set({ from })}
        />
        <DayPicker
          live
          label="To"
          value={shown(range.to)}
          min={shown(range.from)}
          max={filter.max === 'today' ? today : undefined}
          onChange={(to) => set({ to })}
        />
      </div>
    </fieldset>
  )
}

function NumberRange({ filter, value, onChange }: InputProps) {
  const range = value && !('in' in value || 'is' in value || 'contains' in value) ? value : {}
  const set = (next: { from?: string; to?: string }) => {
    const both = { ...range, ...next }
    const kept = { ...(both.from ? { from: both.from } : {}), ...(both.to ? { to: both.to } : {}) }
    onChange(Object.keys(kept).length > 0 ? kept : null)
  }
  const clean = (text: string) => text.replace(/[,\s£€$]/g, '').slice(0, 15)
  // Waits while typing: 2 may become 200.
  const [isTyping, setTyping] = useState(false)
  const faults = isTyping ? {} : rangeFaults(range)
  const typing = {
    onBlur: () => setTyping(false),
    onKeyDown: (event: KeyboardEvent) => setTyping(event.key !== 'Enter'),
  }
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium text-n11">{filter.label}</legend>
      <div className="grid grid-cols-2 gap-2">
        <NumberInput
          label="From"
          value={range.from ?? ''}
          error={faults.from}
          {...typing}
          onChange={(text) => set({ from: clean(text) })}
        />
        <NumberInput
          label="To"
          value={range.to ?? ''}
          error={faults.to}
          {...typing}
          onChange={(text) => set({ to: clean(text) })}
        />
      </div>
    </fieldset>
  )
}
