/**
 * Previews a page or email in a frame that doesn't run scripts. Links are blocked: they would open windows, which the
 * sandbox prevents, or replace the preview.
 */
export function PreviewFrame({ title, html, className }: { title: string; html: string; className: string }) {
  return (
    <iframe
      sandbox=""
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      title={title}
      className={`w-full rounded-lg border ${className}`}
    />
  )
}
