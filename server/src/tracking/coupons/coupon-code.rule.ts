/**
 * Printable ASCII without spaces: shops accept it in a checkout field, and every database lowercases it the same way.
 */
const COUPON_CODE = /^[!-~]{1,64}$/

/** Returns the problem with a new coupon code, as a predicate for its field; undefined if it is valid. */
export function couponCodeError(code: string): string | undefined {
  return COUPON_CODE.test(code.trim())
    ? undefined
    : 'must have at most 64 letters, digits and symbols, without spaces'
}

/** Returns the form used to compare codes: without surrounding spaces, ASCII letters in lowercase. */
export function couponKey(code: string): string {
  return code.trim().replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
