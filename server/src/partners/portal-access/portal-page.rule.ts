/**
 * The path of a portal page below `/partner`, without the sign-in page. It is the only text of a request that ends up in
 * a mailed link, so other characters and other sites can't be part of it.
 */
export const PORTAL_PAGE = /^\/(profile|programs\/\d{1,15}(\/[a-z-]{1,30})?)(\?[\w.~%&=-]{0,150})?$/

export const PORTAL_PAGE_CHARS = 250
