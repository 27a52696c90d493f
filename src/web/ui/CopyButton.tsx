import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'

/** Spec §9. */
const copied_ms = 2000

/** Copies a text and shows a tick for 2 seconds; a failed copy resets it (spec §8). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copied_ms)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <IconButton
      size="sm"
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : label}
      onClick={() => void copy()}
    />
  )
}
