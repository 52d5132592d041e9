/**
 * Removes user names and passwords from every URL in a message, so that it can be logged. A password may contain
 * unescaped `/`, `@` or spaces, so everything from `://` to the last `@` before the next URL is removed.
 */
export function redactCredentials(text: string): string {
  const [beginning = '', ...addresses] = text.split('://')
  const redacted = addresses.map((address) => {
    const at = address.lastIndexOf('@')
    return at < 0 ? address : `…${address.slice(at)}`
  })
  return [beginning, ...redacted].join('://')
}
