/** Switches a party in force off or on again, for the permitted roles. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { useAction } from '#web/core/use-action.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import type { SwitchAction } from './switching.rules.ts'

export type Turn = { readonly action: SwitchAction; readonly refusal: string | null }
type SwitchRead = {
  readonly is_active: boolean
  readonly comment: string | null
  readonly turn: Turn | null
}

const labels: Readonly<Record<SwitchAction, string>> = { deactivate: 'Switch off', reactivate: 'Switch on' }
const effects: Readonly<Record<SwitchAction, string>> = {
  deactivate: 'Its people cannot act, and it stands in no new placement.',
  reactivate: 'Its people can act again.',
}

/** Nothing shows of a party that is on, for those who do not switch it. */
export function SwitchCard({ party }: { party: { readonly id: string; readonly name: string } }) {
  const [asking, setAsking] = useState(false)
  const query = useQuery({
    queryKey: ['onboarding', party.id],
    queryFn: () => action<SwitchRead>('business.party.read', { id: party.id }, crypto.randomUUID()),
  })
  const read = query.data
  const turn = read?.turn ?? null
  const act = useAction(`business.party.${turn?.action ?? 'deactivate'}`, {
    success: `${party.name} is ${turn?.action === 'reactivate' ? 'on' : 'off'}`,
  })
  if (!read || (read.is_active && turn === null)) return null
  return (
    <Card
      title="In use"
      actions={
        turn && (
          <Button
            verb={`business.party.${turn.action}`}
            disabledReason={turn.refusal}
            onClick={() => setAsking(true)}
          >
            {labels[turn.action]}
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={read.is_active ? 'positive' : 'attention'}>{read.is_active ? 'On' : 'Off'}</Badge>
        {!read.is_active && read.comment && (
          <span>
            <strong>Reason:</strong> {read.comment}
          </span>
        )}
      </p>
      {turn && (
        <ConfirmAction
          open={asking}
          onClose={() => setAsking(false)}
          label={labels[turn.action]}
          withComment="required"
          description={`${labels[turn.action]}: ${party.name}. ${effects[turn.action]}`}
          onConfirm={async (comment) => (await act.run({ id: party.id, comment })) !== undefined}
        />
      )}
    </Card>
  )
}
