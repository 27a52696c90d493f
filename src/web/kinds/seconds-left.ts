/** The whole seconds that a countdown shows: it ends at 0, not before. */
export const secondsLeft = (ms: number): number => Math.ceil(ms / 1000)
