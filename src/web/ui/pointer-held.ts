/** Whether a mouse button or a finger is down; outside a browser nothing is. */
let isHeld = false

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => set(true), true)
  window.addEventListener('pointerup', () => set(false), true)
  window.addEventListener('pointercancel', () => set(false), true)
}

function set(held: boolean): void {
  isHeld = held
}

/**
 * Waits for the pointer to be released before moving the page. A field error on blur would otherwise move the pressed
 * button and lose the click.
 */
export function onceReleased(run: () => void): void {
  if (!isHeld) {
    run()
    return
  }
  const later = () => {
    window.removeEventListener('pointerup', later)
    window.removeEventListener('pointercancel', later)
    // After the click that comes with it.
    setTimeout(run)
  }
  window.addEventListener('pointerup', later)
  window.addEventListener('pointercancel', later)
}
