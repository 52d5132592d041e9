/** Shown until a page has been streamed. */
export default function Loading() {
  return <p>Loading…</p>
}
