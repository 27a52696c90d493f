/** WCAG 2.2 where axe does not look: size of targets, cut or overlaid text, reading in one direction, forced colors. */
import type { Page } from 'playwright-core'

/**
 * Targets below 24 by 24 px (2.5.8): a press 11 px beside the middle must reach the same thing. Links within text are no
 * targets of their own, nor is a target whose circle of 24 px meets no other.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [least, reach] = [24, 11]
    const pressable =
      'a[href], button, select, summary, input:not([type="hidden"]), textarea, [role="separator"][tabindex]'
    const all = [...document.querySelectorAll<HTMLElement>(pressable)].filter(
      (one) => !one.closest('.sr-only, .skip-link, [inert], [aria-hidden="true"]') && one.checkVisibility(),
    )
    const boxes = all.map((one) => ({ one, box: one.getBoundingClientRect() }))
    const isInText = (one: HTMLElement): boolean =>
      one.matches('a') &&
      getComputedStyle(one).display === 'inline' &&
      [...(one.parentElement?.childNodes ?? [])].some(
        (node) => node !== one && (node.textContent ?? '').trim() !== '',
      )
    const middle = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const
    /** The circle of 24 px around its middle stays clear of every other target. */
    const isApart = ({ one, box }: (typeof boxes)[number]): boolean => {
      const [x, y] = middle(box)
      return boxes.every(({ one: other, box: near }) => {
        if (other === one || near.width === 0 || other.contains(one) || one.contains(other)) return true
        const dx = Math.max(near.left - x, 0, x - near.right)
        const dy = Math.max(near.top - y, 0, y - near.bottom)
        return Math.hypot(dx, dy) >= least / 2
      })
    }
    const takes = (one: HTMLElement): boolean => {
      one.scrollIntoView({ block: 'center', inline: 'nearest' })
      const [x, y] = middle(one.getBoundingClientRect())
      const points = [
        [x, y - reach],
        [x, y + reach],
        [x - reach, y],
        [x + reach, y],
      ] as const
      return points.every(([at, down]) => {
        const hit = document.elementFromPoint(at, down)?.closest<HTMLElement>(`${pressable}, label`)
        if (!hit) return false
        // A label is pressed in its input's place.
        return (
          hit === one || hit.contains(one) || one.contains(hit) || (hit as HTMLLabelElement).control === one
        )
      })
    }
    const found = boxes.flatMap((target) => {
      const { one, box } = target
      const isLarge = Math.min(box.width, box.height) >= least - 0.5
      if (box.width === 0 || isLarge || isInText(one) || isApart(target) || takes(one)) return []
      const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)
      return [
        `${one.tagName.toLowerCase()} “${name}” is ${Math.round(box.width)} by ${Math.round(box.height)} px`,
      ]
    })
    return [...new Set(found)]
  })

/** The text spacing of WCAG 1.4.12, by a style sheet that the page's policy allows. */
export async function spaceText(page: Page, on: boolean): Promise<void> {
  await page.evaluate((isOn) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = isOn ? [sheet] : []
  }, on)
}

/**
 * Text that is cut off or lies over other text, and parts that scroll sideways without being a table, a chart or a strip
 * of one line (1.4.10, 1.4.12).
 */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const say = (text: string) => `“${text.replace(/\s+/g, ' ').trim().slice(0, 50)}”`
    const strip_height = 72
    for (const one of document.querySelectorAll<HTMLElement>('body, body *')) {
      const { overflowX } = getComputedStyle(one)
      if (overflowX !== 'auto' && overflowX !== 'scroll') continue
      if (one.scrollWidth <= one.clientWidth + 1 || one.clientHeight <= strip_height) continue
      if (one.querySelector('table') || one.matches('textarea, [data-chart]')) continue
      found.add(`${say(one.textContent ?? '')} scrolls sideways by ${one.scrollWidth - one.clientWidth} px`)
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`the page is ${document.documentElement.scrollWidth - innerWidth} px wider than the window`)

    const texts: {
      readonly element: Element
      readonly box: { left: number; right: number; top: number; bottom: number }
      readonly text: string
    }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (!element || text.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.sr-only, .skip-link, option, script, style, noscript, [inert]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width < 1) continue
      // Marks have no box of their own: beyond two on a letter they lie over the lines above and below (typed-text.ts).
      if (/(?:[\p{M}&&\p{Script=Inherited}]\p{Cf}*){3}|\p{M}{9}/v.test(text))
        found.add(`${say(text)} stacks marks over other lines`)
      let isCut = false
      let isGone = false
      const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const clip = one.getBoundingClientRect()
        if (clip.width <= 1 || clip.height <= 1) isGone = true
        // A sign at the end says that there is more; the record shows the rest.
        const hasSign = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
        const hides = (overflow: string) => !hasSign && (overflow === 'hidden' || overflow === 'clip')
        if (hides(overflowX) && (seen.left < clip.left - 2 || seen.right > clip.right + 2)) isCut = true
        if (hides(overflowY) && (seen.top < clip.top - 4 || seen.bottom > clip.bottom + 4)) isCut = true
        seen.left = Math.max(seen.left, clip.left)
        seen.right = Math.min(seen.right, clip.right)
        seen.top = Math.max(seen.top, clip.top)
        seen.bottom = Math.min(seen.bottom, clip.bottom)
        // What has scrolled away can be reached.
        if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) isGone = true
        if (isGone) break
      }
      if (isGone) continue
      if (isCut) found.add(`${say(text)} is cut off`)
      texts.push({ element, box: seen, text })
    }
    const isSeen = ({ element, box }: (typeof texts)[number]): boolean => {
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    const seen = texts.filter(isSeen)
    for (const [at, a] of seen.entries())
      for (const b of seen.slice(at + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        const isInline =
          getComputedStyle(a.element).display === 'inline' || getComputedStyle(b.element).display === 'inline'
        if (across > 3 && down > 6 && !isInline) found.add(`${say(a.text)} lies over ${say(b.text)}`)
      }
    return [...found]
  })

/** Ends of text that the window has no room for, in buttons, headings, links of the menu and labels. */
export const shortenedText = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>('button *, h1, h2, h3, label, label *, legend, dt, th *'),
    ].flatMap((one) => {
      if (one.scrollWidth <= one.clientWidth + 1 || !one.checkVisibility() || one.closest('.sr-only'))
        return []
      return getComputedStyle(one).textOverflow === 'ellipsis'
        ? [`“${(one.textContent ?? '').slice(0, 50)}” is shortened`]
        : []
    }),
  )

/** Chosen things, bars and fields that a contrast theme would show like their neighbours (1.4.11). */
export async function unseenInContrast(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() => {
    const chosen =
      '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], [aria-checked="true"], [data-row]:has(.tick:checked), [data-highlighted]'
    const say = (one: Element) =>
      `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}”`
    const lookOf = (one: Element): string => {
      const style = getComputedStyle(one)
      const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`
      return [
        style.backgroundColor,
        style.color,
        ...[style.borderTop, style.borderRight, style.borderBottom, style.borderLeft],
        outline,
        style.textDecorationLine,
        style.fontWeight,
      ].join('; ')
    }
    const peersOf = (one: Element): Element[] => {
      const around = one.parentElement?.parentElement ?? one.parentElement
      return [...(around?.querySelectorAll(one.tagName) ?? [])].filter(
        (peer) =>
          peer.getAttribute('role') === one.getAttribute('role') &&
          !peer.matches(chosen) &&
          !peer.contains(one) &&
          peer.checkVisibility(),
      )
    }
    const hasEdge = (one: Element): boolean => {
      const { borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth } = getComputedStyle(one)
      const is = (style: string, width: string) => style !== 'none' && Number.parseFloat(width) > 0
      return is(borderTopStyle, borderTopWidth) || is(borderBottomStyle, borderBottomWidth)
    }
    const faults: string[] = []
    for (const one of document.querySelectorAll(chosen)) {
      const peers = one.checkVisibility() ? peersOf(one) : []
      if (peers.length > 0 && peers.every((peer) => lookOf(peer) === lookOf(one)))
        faults.push(`${say(one)} is chosen and looks like the others`)
    }
    const fields =
      'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), select, textarea'
    for (const one of document.querySelectorAll(fields)) {
      const around = [one, one.parentElement, one.parentElement?.parentElement]
      if (one.checkVisibility() && !around.some((each) => each && hasEdge(each)))
        faults.push(`${say(one)} has no edge`)
    }
    for (const one of document.querySelectorAll<HTMLElement>('main [style*="width:"]:not(col)')) {
      const { width, height } = one.getBoundingClientRect()
      if ((one.textContent ?? '').trim() !== '' || one.children.length > 0 || width < 4 || height < 3)
        continue
      const style = getComputedStyle(one)
      if (style.forcedColorAdjust !== 'none' && !hasEdge(one) && style.outlineStyle === 'none')
        faults.push(`a bar of ${Math.round(width)} px in ${say(one.parentElement ?? one)} has no colour`)
    }
    return [...new Set(faults)]
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
