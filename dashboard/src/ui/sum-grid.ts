/** Two cards in a row on a phone, or one where the text is so large that an amount would not fit into half of it. */
export const SUM_GRID = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-3'

/** As many in a row as there are, or fewer where the text is so large that they would not fit. */
export const WIDE_SUM_GRID = 'lg:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]'
