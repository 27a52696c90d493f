/** How many jobs one worker runs at once (docs/operations.md, fair use). */
import { availableParallelism } from 'node:os'

/** Slots of one worker for quick jobs. */
export const QUICK_SLOTS = 2

/** Slots of one worker for long jobs: at least two, so that no business ever holds all of them. */
export const longSlots = (): number => Math.max(2, Math.min(4, availableParallelism() - 1))
