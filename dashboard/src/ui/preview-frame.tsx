/**
 * A page or mail of ours as others will see it. It may run nothing and go nowhere: its links would open windows of
 * their own, which the sandbox refuses; in the frame itself they would put another page in the preview's place.
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
