/**
 * A portal page's path below `/partner`, without the sign-in page. It is the only text from a request that becomes part
 * of an emailed link, so the pattern rules out other sites and unusual characters.
 */
export const PORTAL_PAGE = /^\/(profile|programs\/\d{1,15}(\/[a-z-]{1,30})?)(\?[\w.~%&=-]{0,150})?$/

export const PORTAL_PAGE_CHARS = 250
