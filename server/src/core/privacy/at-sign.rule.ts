/**
 * Pattern of the @ of an email address: the character itself, its full-width and small forms, and its URL encoding,
 * single or double. Part of a case-insensitive expression.
 */
export const EMAIL_SIGN = '(?:[@\\uff20\\ufe6b]|%(?:25)*40)'
