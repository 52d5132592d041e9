/**
 * What a person gave is repeated to him, and to whoever reads his screen or log, without the name and the password of any
 * address in it. A password may hold what should have been written with %, such as `/`, `@` or a space: all from `://` to the
 * last `@` goes, or to that before the next address.
 */
export function hideLogin(text: string): string {
  const [beginning = '', ...addresses] = text.split('://')
  const shown = addresses.map((address) => {
    const at = address.lastIndexOf('@')
    return at < 0 ? address : `…${address.slice(at)}`
  })
  return [beginning, ...shown].join('://')
}
