import type { ErrorComponentProps } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { errorText } from '#kernel/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'

/** A screen that failed while drawing. The rest of the shell keeps working. */
export function ErrorPage({ reset }: Partial<ErrorComponentProps>) {
  return (
    <div className="grid min-h-80 place-items-center">
      <EmptyMessage
        isPage
        icon={CloudOff}
        title="This page could not be shown"
        action={
          <>
            <Button onClick={() => (reset ? reset() : location.reload())}>Retry</Button>
            <Button onClick={() => location.reload()}>Reload</Button>
          </>
        }
      >
        {errorText.internal}
      </EmptyMessage>
    </div>
  )
}
