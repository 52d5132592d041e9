/**
 * Printable ASCII without spaces: shops accept it in a checkout field, and every database lowercases it in the same
 * way.
 */
const COUPON_CODE = /^[!-~]{1,64}$/

/** Returns what is wrong with a new coupon code, as a predicate for its field; undefined if valid. */
export function couponCodeError(code: string): string | undefined {
  return COUPON_CODE.test(code.trim())
    ? undefined
    : 'must have at most 64 letters, digits and symbols, without spaces'
}

/** Returns the form in which codes are compared: without spaces at the ends, ASCII letters in lower case. */
export function couponKey(code: string): string {
  return code.trim().replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
