import { useConnected } from '#web/core/connection.ts'

export function ConnectionBanner() {
  const connected = useConnected()
  if (connected) return null
  return (
    <div role="alert" className="bg-amber3 px-4 py-1.5 text-center text-amber11">
      You're offline. Figures may be out of date. Reconnecting…
    </div>
  )
}
