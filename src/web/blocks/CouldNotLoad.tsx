import { CloudOff } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'

export function CouldNotLoad({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid min-h-80 place-items-center" role="alert">
      <EmptyMessage
        isPage
        icon={CloudOff}
        title="Could not load"
        action={<Button onClick={onRetry}>Retry</Button>}
      >
        Retry, or come back in a few minutes.
      </EmptyMessage>
    </div>
  )
}
