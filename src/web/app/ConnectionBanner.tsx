import { useConnected } from '#web/core/connection.ts'

export function ConnectionBanner() {
  const connected = useConnected()
  if (connected) return null
  return (
    <div role="alert" className="bg-amber3 px-4 py-1.5 text-center text-amber11">
      The connection to the server is lost. What is shown may be old; it goes on by itself when the server
      answers again.
    </div>
  )
}
