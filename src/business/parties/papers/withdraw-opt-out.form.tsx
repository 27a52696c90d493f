import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { who } from './opt-out.rules.ts'
import type { PaperDocument } from './papers.view.ts'

/** The worker or their agency ends a notice that holds. */
export function WithdrawOptOut({ document }: { document: PaperDocument }) {
  const session = useSession()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const withdraw = useAction('platform.compliance.withdraw', { success: 'The opt-out is withdrawn' })
  const holds = document.status === 'inprogress' || document.status === 'completed'
  if (!holds || document.valid_to !== null || !isOneOf(session, who.withdraw)) return null
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Withdraw</Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Withdraw"
        description="The regulations apply to placements that begin later. Work in force goes on as agreed."
        onConfirm={async () => {
          const done = await withdraw.run({ id: document.id })
          if (done !== undefined) await queries.invalidateQueries({ queryKey: ['papers'] })
          return done !== undefined
        }}
      />
    </div>
  )
}
