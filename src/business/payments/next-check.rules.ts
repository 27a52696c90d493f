/** The sentence for a reader that the rules keep off the next check of a batch. */
import { listText } from '#kernel/list-text.ts'
import type { Verdict } from '#kernel/refusal.ts'

type Next = {
  readonly step: 'review' | 'complete'
  /** The rule's answer to the reader. */
  readonly verdict: Verdict
  /** Names of colleagues with the right to check the batch today. */
  readonly checkers: readonly string[]
  /** The first day of the reader's own right, in words. */
  readonly free_from: string | null
}

/** Null for a reader with the right. */
export function nextCheckText({ step, verdict, checkers, free_from }: Next): string | null {
  if (verdict === true || verdict.code !== 'not_allowed') return null
  if (checkers.length > 0) return `Ask ${listText(checkers, 'or')} to ${step} it.`
  if (free_from !== null) return `Nobody else can ${step} it. You can from ${free_from}.`
  return `Nobody else can ${step} it yet. Invite a second person under People.`
}
