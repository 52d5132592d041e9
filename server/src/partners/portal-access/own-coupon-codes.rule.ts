/** How partners may create coupon codes themselves. */
export interface OwnCouponCodes {
  /** Maximum number of active codes per partner, including those from the team. */
  most: number
  /** Pattern of every code; `*` stands for the part that the partner chooses. */
  pattern: string
  minChars: number
  maxChars: number
  /** The discount for these codes, as shown to the partner; null if none is stated. */
  customerDiscount: string | null
}

/** Letters, digits and the symbols that are easy to say and type, around one `*`. */
const PATTERN = /^[A-Za-z0-9._-]{0,32}\*[A-Za-z0-9._-]{0,32}$/

/** Returns which rule is invalid, and why; undefined if all are valid. */
export function ownCouponCodesError({
  pattern,
  minChars,
  maxChars,
}: Pick<OwnCouponCodes, 'pattern' | 'minChars' | 'maxChars'>):
  | { field: string; message: string }
  | undefined {
  if (!PATTERN.test(pattern)) {
    return {
      field: 'pattern',
      message:
        'pattern must have one * and otherwise letters, digits, dots, hyphens or underscores, like MAYA-* or *10.',
    }
  }
  if (minChars > maxChars) return { field: 'maxChars', message: 'maxChars can’t be less than minChars.' }
  // The asterisk itself is replaced by at least one character.
  if (pattern.length > maxChars) {
    return { field: 'maxChars', message: 'maxChars leaves no room for the part that the partner chooses.' }
  }
  return undefined
}

/** The rules' columns. Either all are set except the optional discount, or none. */
export interface OwnCouponCodeColumns {
  own_codes: number | null
  own_code_pattern: string | null
  own_code_min_chars: number | null
  own_code_max_chars: number | null
  own_code_discount: string | null
}

/** Returns a program's rules; undefined if its partners can't create codes. */
export function toOwnCouponCodes(columns: OwnCouponCodeColumns): OwnCouponCodes | undefined {
  const { own_codes: most, own_code_pattern: pattern } = columns
  const { own_code_min_chars: minChars, own_code_max_chars: maxChars } = columns
  if (most === null || pattern === null || minChars === null || maxChars === null) return undefined
  return { most, pattern, minChars, maxChars, customerDiscount: columns.own_code_discount }
}
