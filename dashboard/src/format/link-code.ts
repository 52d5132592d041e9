/** What the service takes as the code of a link. */
const LINK_CODE = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/

/** @returns what to type instead; undefined for a code that can be one, and for none, of which the service makes one */
export function faultOfCode(code: string): string | undefined {
  return code === '' || LINK_CODE.test(code)
    ? undefined
    : 'Type letters, digits and - . _ ~ without spaces, the first of them a letter or digit.'
}
