import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { type Flag, type FlaggedEntity, type FlagRule, flag_rules } from './flag.rules.ts'
import { useFlags } from './flags.hook.ts'

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
  const accept = useAction('funding.risk_flag.accept', {
    shows: ['comment'],
    success: 'The flag is accepted',
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
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
              <Button
                disabledReason={refusal}
                verb="funding.risk_flag.accept"
                onClick={() => setAsking(flag)}
              >
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
