import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  leaveFor,
  type OutsideKind,
  provider_names,
  providers_key,
  readProviders,
} from '#web/core/outside.ts'
import { Button } from '#web/ui/Button.tsx'

/** A button for each provider that is set up. */
export function OutsideButtons({
  asked,
  label,
  before,
}: {
  /** Sent with the click. */
  asked: object
  label: (name: string) => string
  /** Before the page is left. */
  before?: () => void
}) {
  const providers = useQuery({
    queryKey: providers_key,
    queryFn: ({ signal }) => readProviders(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [busy, setBusy] = useState<OutsideKind | null>(null)
  const [fault, setFault] = useState('')
  const leave = async (kind: OutsideKind) => {
    setBusy(kind)
    setFault('')
    try {
      before?.()
      await leaveFor(kind, asked)
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'Something went wrong. Please try again.')
      setBusy(null)
    }
  }
  return (
    <>
      {fault && (
        <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 wrap-anywhere text-red11">
          {fault}
        </p>
      )}
      {(providers.data ?? []).map((kind) => (
        <Button key={kind} busy={busy === kind} onClick={() => void leave(kind)}>
          {label(provider_names[kind])}
        </Button>
      ))}
    </>
  )
}
