/** A sentence from the service, with names in backticks highlighted. */
export function ServiceText({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <code
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
        key={place}
        dir="auto"
        className="wrap-anywhere rounded bg-fill px-1 py-px font-mono text-[0.8125rem]"
      >
        {part}
      </code>
    ),
  )
}
