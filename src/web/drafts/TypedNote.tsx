import { History } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'

/** A sentence about typed values with the button that decides about them. */
export function TypedNote({
  lead,
  lines,
  button,
  onPress,
}: {
  lead: string
  lines: readonly string[]
  button: string
  onPress: () => void
}) {
  return (
    <div role="status" className="flex flex-wrap items-start gap-2 border-b bg-a2 px-3 py-2">
      <History size={16} aria-hidden className="mt-0.5 shrink-0 text-a11" />
      <div className="min-w-0 flex-1 break-words">
        <p>{lead}</p>
        {lines.length > 0 && (
          <ul className="mt-1 list-disc pl-4 text-n11">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <Button size="sm" onClick={onPress}>
        {button}
      </Button>
    </div>
  )
}
