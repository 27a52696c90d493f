/**
 * Repeatable chance. A number depends on the seed and its subject, not on earlier draws, so a longer or shorter world
 * agrees wherever the two overlap.
 */
export type Draw = {
  /** From 0 up to, not including, 1. */
  readonly fraction: (...about: readonly (string | number)[]) => number
  /** True in so many of 100 cases. */
  readonly happens: (per_cent: number, ...about: readonly (string | number)[]) => boolean
  /** A whole number from `least` to `most`, both included. */
  readonly whole: (least: number, most: number, ...about: readonly (string | number)[]) => number
  readonly pick: <T>(list: readonly T[], ...about: readonly (string | number)[]) => T
}

export function drawFrom(seed: number): Draw {
  const fraction: Draw['fraction'] = (...about) => mix(`${seed}|${about.join('|')}`) / 2 ** 32
  const whole: Draw['whole'] = (least, most, ...about) =>
    least + Math.floor(fraction(...about) * (most - least + 1))
  return {
    fraction,
    whole,
    happens: (per_cent, ...about) => fraction(...about) * 100 < per_cent,
    pick: (list, ...about) => {
      const found = list[whole(0, list.length - 1, ...about)]
      if (found === undefined) throw new Error('there is nothing to pick from')
      return found
    },
  }
}

/** FNV-1a over the text, then the finisher of MurmurHash3, so that neighbours differ in every bit. */
function mix(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
