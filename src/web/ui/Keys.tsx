/** Keys as caps: `g t`, `Ctrl K`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-1 font-sans">
      {keys.split(' ').map((key) => (
        <span
          key={key}
          className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-[3px] border border-current/30 px-1 text-[11px] leading-none"
        >
          {key}
        </span>
      ))}
    </kbd>
  )
}
