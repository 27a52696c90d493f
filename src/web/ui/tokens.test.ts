import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The contrast with white of a color written as `oklch(lightness chroma hue)`, by the formulas of WCAG and OKLab. */
function contrastWithWhite(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const shown = (part: number) => Math.min(1, Math.max(0, part))
  const luminance =
    0.2126 * shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 1.05 / (luminance + 0.05)
}

test.each(['accent-9', 'accent-10', 'red-9', 'red-10'])(
  'white on --%s: readable in every scheme, also under the pointer',
  (name) => {
    const found = [...css.matchAll(new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`, 'g'))]
    expect(found.length).toBe(3)
    for (const [, lightness, chroma, hue] of found)
      expect(contrastWithWhite(Number(lightness), Number(chroma), Number(hue))).toBeGreaterThanOrEqual(4.5)
  },
)
