/**
 * What a person gave is repeated to him, and to whoever reads his screen or log, without the name and the password of any
 * address in it. A password may hold `/` or `@` that should have been written with %: all up to the last `@` goes.
 */
export function hideLogin(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]*@/gi, '$1…@')
}
