/** In a form whose buttons stand in the dialog's footer: Enter in a field presses this one, which nobody sees or reaches. */
export function SubmitByEnter({ label }: { label: string }) {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
      {label}
    </button>
  )
}
