/**
 * The keyboard's place is never lost (WCAG 2.4.3): when the focused element goes away, the focus moves to the next row,
 * the heading of its card, dialog or page, or back to the opener of a dialog.
 */

/** A place that had the focus, with its surroundings: they are unknown once it is gone. */
interface Trace {
  readonly element: HTMLElement
  /** Rows after its row, then those before, nearest first. */
  readonly rows: readonly Element[]
  /** Innermost first. */
  readonly homes: readonly Element[]
}

/** A dialog in a dialog, its opener, and the place before. */
const traces_max = 6
const rows_max = 8
const focusable =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

const canTake = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.getClientRects().length > 0

function siblings(of: Element, next: 'nextElementSibling' | 'previousElementSibling'): Element[] {
  const found: Element[] = []
  for (let one = of[next]; one && found.length < rows_max; one = one[next]) found.push(one)
  return found
}

function traceOf(element: HTMLElement): Trace {
  const row = element.closest('[data-row], tr, li')
  const homes: Element[] = []
  // A bar about the selection leaves with it, and the place before is a row.
  const isOfRows = element.closest('[role="toolbar"]') !== null
  for (
    let one = isOfRows ? null : element.parentElement;
    one && one !== document.body;
    one = one.parentElement
  )
    homes.push(one)
  const rows = row ? [...siblings(row, 'nextElementSibling'), ...siblings(row, 'previousElementSibling')] : []
  return { element, rows, homes }
}

function headingOf(home: Element): HTMLElement | null {
  const part = home.closest('section, [role="dialog"], main')
  const heading = part?.querySelector<HTMLElement>(part.matches('main') ? 'h1' : 'h1, h2, h3')
  if (!heading || !canTake(heading)) return null
  heading.tabIndex = -1
  return heading
}

/** The place that a keyboard user expects after this one. */
function placeAfter({ element, rows, homes }: Trace): HTMLElement | null {
  if (canTake(element)) return element
  for (const row of rows.filter(canTake)) {
    const inside = [...row.querySelectorAll('[data-row-link]'), ...row.querySelectorAll(focusable)]
    const place = inside.find(canTake)
    if (place) return place
  }
  const home = homes.find((one) => one.isConnected && one.closest('main, [role="dialog"]') && canTake(one))
  return home ? headingOf(home) : null
}

/** Watches the page until the returned function is called. */
export function keepFocus(): () => void {
  let traces: readonly Trace[] = []
  let byKeyboard = false
  let asked = 0
  const isLost = () => {
    const { activeElement, body } = document
    const last = traces[0]?.element
    return (activeElement === null || activeElement === body) && last !== undefined && !canTake(last)
  }
  const restore = () => {
    asked = 0
    if (!isLost()) return
    const main = document.getElementById('main')
    const known = traces.map(placeAfter).find((one) => one !== null)
    const place = known ?? (main && (headingOf(main) ?? main))
    place?.focus({ preventScroll: true })
    if (byKeyboard) place?.scrollIntoView({ block: 'nearest' })
  }
  const changes = new MutationObserver(() => {
    // A dialog that closes gives the focus back itself within a frame.
    if (asked === 0 && isLost()) asked = requestAnimationFrame(() => requestAnimationFrame(restore))
  })
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  const ended = new AbortController()
  const on = (type: string, run: (event: Event) => void) =>
    addEventListener(type, run, { capture: true, passive: true, signal: ended.signal })
  on('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const others = traces.filter(({ element }) => element !== target)
    traces = [traceOf(target), ...others].slice(0, traces_max)
  })
  // The person left the place: a later loss of it takes nothing from them.
  on('focusout', () =>
    queueMicrotask(() => {
      const last = traces[0]?.element
      if (last && canTake(last) && document.activeElement === document.body) traces = []
    }),
  )
  on('keydown', () => {
    byKeyboard = true
  })
  on('pointerdown', () => {
    byKeyboard = false
  })
  return () => {
    cancelAnimationFrame(asked)
    changes.disconnect()
    ended.abort()
  }
}
