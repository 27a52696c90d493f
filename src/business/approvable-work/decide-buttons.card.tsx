/** The decision on a timesheet or an expense: large on phones, with its keys. */
import { Button } from '#web/ui/Button.tsx'
import { useIsPhone } from '#web/ui/media.ts'

export function DecideButtons({
  verb,
  unproven,
  onReject,
  onApprove,
}: {
  verb: string
  /** Why it cannot be approved yet. */
  unproven: string | null
  onReject: () => void
  onApprove: () => void
}) {
  const size = useIsPhone() ? 'lg' : 'md'
  return (
    <>
      <Button verb={verb} shortcut="r" size={size} onClick={onReject}>
        Reject
      </Button>
      <Button
        verb={verb}
        tone="primary"
        shortcut="a"
        size={size}
        disabledReason={unproven}
        onClick={onApprove}
      >
        Approve
      </Button>
    </>
  )
}
