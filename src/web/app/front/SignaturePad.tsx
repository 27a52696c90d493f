/** A box to sign in with a finger, a pen or a mouse. */
import { type PointerEvent, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'

type Lines = readonly (readonly number[])[]

/** Parts of the box in thousandths are finer than any finger. */
const thousandth = (part: number) => Math.min(1, Math.max(0, Math.round(part * 1000) / 1000))

function pointOf(event: PointerEvent<SVGSVGElement>): readonly [number, number] {
  const box = event.currentTarget.getBoundingClientRect()
  return [
    thousandth((event.clientX - box.left) / box.width),
    thousandth((event.clientY - box.top) / box.height),
  ]
}

export function SignaturePad({
  lines,
  onChange,
  error,
}: {
  lines: Lines
  onChange: (lines: Lines) => void
  error?: string | undefined
}) {
  const isDown = useRef(false)
  return (
    <div className="flex flex-col gap-1.5">
      <svg
        role="img"
        aria-label="Draw your signature here, or choose Type"
        viewBox="0 0 400 100"
        preserveAspectRatio="none"
        className="h-30 w-full touch-none rounded border bg-surface"
        onPointerDown={(event) => {
          isDown.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          onChange([...lines, [...pointOf(event)]])
        }}
        onPointerMove={(event) => {
          const last = lines.at(-1)
          if (isDown.current && last) onChange([...lines.slice(0, -1), [...last, ...pointOf(event)]])
        }}
        onPointerUp={() => {
          isDown.current = false
        }}
      >
        {lines.map((line, at) => (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, and all cleared at once
            key={at}
            points={line.map((part, no) => part * (no % 2 === 0 ? 400 : 100)).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {error && (
        <p role="alert" className="text-12 text-red11">
          {error}
        </p>
      )}
      <div>
        <Button
          disabledReason={lines.length === 0 ? 'Nothing is drawn yet' : null}
          onClick={() => onChange([])}
        >
          Clear
        </Button>
      </div>
    </div>
  )
}
