/** Spec §2: column width default 100, min 100, max 1000; kinds bring their own defaults (§9). */
export const width_min = 100
export const width_max = 1000

export function clampWidth(width: number): number {
  return Math.round(Math.min(width_max, Math.max(width_min, width)))
}
