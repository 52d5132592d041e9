/** Two cards per row on a phone, or one if the text is too large for two. */
export const SUM_GRID = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-3'

/** All cards in one row, or fewer if the text is too large. */
export const WIDE_SUM_GRID = 'lg:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]'
