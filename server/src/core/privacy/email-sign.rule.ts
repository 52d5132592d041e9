/**
 * What stands for the @ of an e-mail address: itself, the full-width and the small one, and how an address of the web
 * writes it, once or again. A part of an expression, for any letter case.
 */
export const EMAIL_SIGN = '(?:[@\\uff20\\ufe6b]|%(?:25)*40)'
