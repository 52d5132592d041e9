// Runs before the first paint, so that dark mode doesn't flash white. A separate file, because the content
// security policy forbids inline scripts. `src/shell/theme.ts` writes the stored value.
;(() => {
  let choice = 'system'
  try {
    choice = localStorage.getItem('affiliate.theme') ?? 'system'
  } catch {
    // Follows the system theme if the browser blocks storage.
  }
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
