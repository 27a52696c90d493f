/** The provider fixes the funding models of an agency (decision 0040). */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { funding_models } from '../business.entity.ts'
import { may_fix_models } from './funding-model.rules.ts'

export function SetFundingModels({ agency }: { agency: ListRow }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!isOneOf(session, may_fix_models)) return null
  const models: unknown[] = Array.isArray(agency.funding_models) ? agency.funding_models : []
  return (
    <>
      <Button onClick={() => setOpen(true)}>Funding models</Button>
      {isOpen && (
        <VerbModal
          title={`Funding models of ${String(agency.name)}`}
          description="Placements of the agency take the default. Placements in force stay as they are."
          action_id="business.agency.set_funding_models"
          fixed={{ agency_id: agency.id }}
          initial={{ funding_models: models.map(String), funding_model: String(agency.funding_model) }}
          fields={[
            {
              kind: 'custom',
              name: 'funding_models',
              label: 'Allowed',
              render: ({ values, set, errors }) => (
                <AllowedModels
                  value={values.funding_models}
                  onChange={(chosen) => set({ funding_models: chosen })}
                  error={errors.funding_models}
                />
              ),
            },
            {
              kind: 'choice',
              name: 'funding_model',
              label: 'Default',
              options: funding_models,
              required: true,
            },
          ]}
          submit="Save"
          success={`Funding models of ${String(agency.name)} saved`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export function AllowedModels({
  label = 'Allowed',
  value,
  onChange,
  error,
}: {
  label?: string
  value: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'models-error' : undefined}>
      <legend className="mb-1 text-12 font-medium text-n11">{label}</legend>
      {funding_models.map((model) => (
        <Checkbox
          key={model.value}
          label={model.label}
          checked={value.includes(model.value)}
          onChange={(on) =>
            onChange(on ? [...value, model.value] : value.filter((one) => one !== model.value))
          }
        />
      ))}
      {error && (
        <p id="models-error" role="alert" className="mt-1 text-12 text-red11">
          {error}
        </p>
      )}
    </fieldset>
  )
}
