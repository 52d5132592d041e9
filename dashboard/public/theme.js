// Runs before the first paint, so that nobody who chose dark sees a white flash. The content security
// policy allows no inline script, hence a file. `src/shell/theme.ts` writes what is read here.
;(() => {
  let choice = 'system'
  try {
    choice = localStorage.getItem('affiliate.theme') ?? 'system'
  } catch {
    // A browser that blocks storage follows the system.
  }
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
