import { useAnnouncements } from './announce.ts'

/** The one live region: it is there before anything is announced, or screen readers miss it. */
export function Announcer() {
  return (
    <div aria-live="polite" data-announcer="" className="sr-only">
      {useAnnouncements().map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
