/** The way on for a reader who may not take the next check of a batch. */
import type { Verdict } from '#kernel/refusal.ts'

type Next = {
  readonly step: 'review' | 'complete'
  /** The rule's answer to the reader. */
  readonly verdict: Verdict
  /** Other people who may check the batch today. */
  readonly checkers: readonly string[]
  /** The day on which the reader may, in words. */
  readonly free_from: string | null
}

/** Null where nobody keeps the reader off. */
export function nextCheckText({ step, verdict, checkers, free_from }: Next): string | null {
  if (verdict === true || verdict.code !== 'not_allowed') return null
  const names = [checkers.slice(0, -1).join(', '), checkers.at(-1) ?? ''].filter((part) => part !== '')
  if (names.length > 0) return `Ask ${names.join(' or ')} to ${step} it.`
  if (free_from !== null) return `Nobody else can ${step} it. You can from ${free_from}.`
  return `Nobody else can ${step} it yet. Invite a second person under People.`
}
