/** Hidden submit button, so that Enter works in a form with its buttons in the dialog footer. */
export function SubmitByEnter({ label }: { label: string }) {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
      {label}
    </button>
  )
}
