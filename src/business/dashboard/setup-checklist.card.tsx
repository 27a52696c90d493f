/** The first steps on an empty home, each with the screen that does it. */
import { ArrowRight, Circle, CircleCheck, Clock } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import { type Session, useSession } from '#web/core/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import type { Stated } from './setup-steps.hook.ts'
import { nextStep, type StepState } from './setup-steps.rules.ts'

const signs = {
  done: { Icon: CircleCheck, look: 'text-green9', said: 'Done' },
  waits: { Icon: Clock, look: 'text-amber9', said: 'Waiting' },
  open: { Icon: Circle, look: 'text-n9', said: 'To do' },
} as const satisfies Record<StepState, object>

export function SetupChecklist({ steps, onHide }: { steps: readonly Stated[]; onHide: () => void }) {
  const session = useSession()
  const next = nextStep(steps)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Card
      title="First steps"
      flush
      actions={
        <>
          <span className="text-12 text-n11">
            {done} of {steps.length} done
          </span>
          <Button size="sm" tone="quiet" onClick={onHide}>
            Hide first steps
          </Button>
        </>
      }
    >
      <ol>
        {steps.map((one) => (
          <Step key={one.step.id} one={one} isNext={one === next} session={session} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ one, isNext, session }: { one: Stated; isNext: boolean; session: Session }) {
  const { step, state } = one
  const { Icon, look, said } = signs[state]
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-n6 p-3 last:border-b-0"
    >
      <Icon size={18} aria-hidden className={cx('shrink-0', look)} />
      <div className="min-w-0 flex-1 basis-48">
        <p className={cx('font-medium', state === 'done' && 'text-n11')}>
          {step.label}
          <span className="sr-only">: {said}</span>
          {step.optional && state !== 'done' && <span className="font-normal text-n11"> (optional)</span>}
        </p>
        {state !== 'done' && <p className="text-n11">{state === 'waits' ? step.waits?.says : step.says}</p>}
      </div>
      {state !== 'done' && (
        <Link
          plain
          to={addressOf(one, session)}
          aria-label={`${state === 'waits' ? 'Look' : 'Start'}: ${step.label}`}
          className={buttonClass(isNext ? 'primary' : 'secondary')}
        >
          {state === 'waits' ? 'Look' : 'Start'}
          <ArrowRight size={15} aria-hidden />
        </Link>
      )}
    </li>
  )
}

function addressOf({ step, state }: Stated, { category, business }: Session): string {
  if (state === 'waits' && step.waits && step.waits.path !== step.path)
    return pathOf({ category, path: step.waits.path })
  const to = pathOf({ category, path: step.path, id: step.own_record ? business.id : null })
  return state === 'open' && step.dialog ? `${to}?new=${step.dialog}` : to
}
