/** The dialog that makes an API token. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Ticks, type TicksProps } from '#web/ui/Ticks.tsx'
import { TOKEN_DAYS } from './api-token.rules.ts'

export interface MadeToken {
  readonly id: string
  readonly name: string
  readonly token: string | null
}

interface OpenAction {
  readonly action_id: string
  readonly summary: string
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Networks as they are typed: one a line, or with commas. */
const networksOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((text) => text !== '')

export function NewApiToken({ onClose, onDone }: { onClose: () => void; onDone: (made: MadeToken) => void }) {
  const { roles } = useSession()
  return (
    <VerbModal
      title="New API token"
      description="The token belongs to the business and acts in the roles and actions that you choose."
      action_id="platform.api_token.create"
      initial={{ roles: [...roles].map(String), actions: [] as string[], is_read_only: false }}
      fields={[
        { kind: 'text', name: 'name', label: 'Name', required: true, hint: 'The program and its purpose.' },
        {
          kind: 'whole',
          name: 'expires_in_days',
          label: 'Valid for days',
          hint: `${TOKEN_DAYS} when empty, at most 365.`,
        },
        roles.length > 1 && {
          kind: 'custom',
          name: 'roles',
          label: 'Roles',
          kept: { roles: isTexts },
          render: ({ values, set, errors }) => (
            <Ticks
              label="Roles"
              options={roles.map((role) => ({ value: role, label: labelOf(role) }))}
              value={values.roles}
              onChange={(chosen) => set({ roles: chosen })}
              error={errors.roles}
            />
          ),
        },
        { kind: 'check', name: 'is_read_only', label: 'Reads only' },
        {
          kind: 'custom',
          name: 'actions',
          label: 'Actions',
          kept: { actions: isTexts },
          render: ({ values, set, errors }) => (
            <Actions
              value={values.actions}
              onChange={(chosen) => set({ actions: chosen })}
              error={errors.actions}
            />
          ),
        },
        {
          kind: 'area',
          name: 'ip_allow',
          label: 'Allowed addresses',
          rows: 2,
          hint: 'Such as 198.51.100.0/24, one a line. Empty allows every address.',
        },
      ]}
      input={(input, { roles: chosen, actions, ip_allow }) => ({
        ...input,
        roles: chosen,
        actions,
        ip_allow: networksOf(ip_allow),
      })}
      submit="Make token"
      success={false}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** All actions of an entity, then each of them, by words of their summary or id. */
function choicesOf(actions: readonly OpenAction[], typed: string): TicksProps['options'] {
  const words = typed.toLowerCase()
  const all = [...Map.groupBy(actions, ({ action_id }) => action_id.slice(0, action_id.lastIndexOf('.')))]
  const options = all.flatMap(([entity, own]) => [
    { value: `${entity}.*`, label: `All of ${labelOf(entity.slice(entity.indexOf('.') + 1))}` },
    ...own.map(({ action_id, summary }) => ({ value: action_id, label: summary })),
  ])
  return options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(words))
}

function Actions({ value, onChange, error }: Omit<TicksProps, 'label' | 'options'>) {
  const [typed, setTyped] = useState('')
  const open = useQuery({
    queryKey: ['open_actions'],
    queryFn: ({ signal }) => call<OpenAction[]>('/api/v1/actions', undefined, signal),
  })
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput label="Find an action" value={typed} onChange={setTyped} placeholder="Timesheet" />
      <Ticks
        label={value.length === 0 ? 'Actions' : `Actions, ${value.length} chosen`}
        options={choicesOf(open.data ?? [], typed)}
        value={value}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}
