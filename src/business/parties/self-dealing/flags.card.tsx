/** Signs of self-dealing and unusual figures, shown to the provider's staff before they decide. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { type Flag, type FlaggedEntity, type FlagRule, flag_readers, flag_rules } from './flag.rules.ts'

type FoundFlag = Flag & {
  readonly accepted: { readonly comment: string; readonly by: string; readonly at: string } | null
}
type Read = { readonly flags: readonly FoundFlag[]; readonly refusal: string | null }

function useFlags(entity: FlaggedEntity, id: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['flags', entity, id],
    queryFn: () => action<Read>('funding.risk_flag.read', { entity, entity_id: id }, crypto.randomUUID()),
    enabled: isOneOf(session, flag_readers),
  })
}

/** True only for viewers in a role that reads flags. */
export function useOpenFlags(entity: FlaggedEntity, id: string): boolean {
  return useFlags(entity, id).data?.flags.some(({ accepted }) => accepted === null) ?? false
}

/** Shows nothing without flags, nor to viewers without a decision about them. */
export function FlagsCard({
  entity,
  id,
  title = 'Flags',
  only,
}: {
  entity: FlaggedEntity
  id: string
  title?: string
  only?: FlagRule
}) {
  const query = useFlags(entity, id)
  const [asking, setAsking] = useState<Flag | null>(null)
  const accept = useAction('funding.risk_flag.accept', { success: 'The flag is accepted' })
  if (query.isError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const flags = query.data?.flags.filter(({ rule }) => only === undefined || rule === only) ?? []
  if (!query.data || flags.length === 0) return null
  const { refusal } = query.data
  return (
    <Card title={title}>
      <ul className="flex flex-col gap-2">
        {flags.map((flag) => (
          <li key={`${flag.rule} ${flag.facts}`} className="flex flex-wrap items-center gap-2">
            <Badge tone={flag.accepted ? 'neutral' : 'attention'}>{flag_rules[flag.rule]}</Badge>
            <span className="min-w-0 flex-1 basis-60">
              {flag.facts}
              {flag.accepted && (
                <span className="block text-12 text-n11">
                  Accepted by {flag.accepted.by}, {instantText(flag.accepted.at)}: {flag.accepted.comment}
                </span>
              )}
            </span>
            {!flag.accepted && (
              <Button disabledReason={refusal} onClick={() => setAsking(flag)}>
                Accept flag
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label="Accept flag"
        withComment="required"
        description={asking?.facts ?? ''}
        error={accept.errors.comment}
        onConfirm={async (comment) =>
          asking !== null &&
          (await accept.run({ entity, entity_id: id, rule: asking.rule, facts: asking.facts, comment })) !==
            undefined
        }
      />
    </Card>
  )
}
