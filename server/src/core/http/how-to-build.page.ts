export const HOW_TO_BUILD_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** The page shown in place of a dashboard that isn't built, usually because its build failed. */
export const HOW_TO_BUILD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The dashboard isn't built</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 15vh auto 0; padding: 0 1.25rem; }
  h1 { font-size: 1.375rem; }
  pre { padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem; overflow-x: auto; }
</style>
</head>
<body>
<main>
<h1>The dashboard isn't built</h1>
<p>The service is running and still records clicks and sales, but its dashboard could not be built. Dependencies are
probably missing or outdated. Run this in the folder of the service, then reload this page:</p>
<pre><code>npm ci --include=dev
npm run build</code></pre>
<p>No restart is needed. If the build fails, it prints the reason.</p>
<p><a href="/docs">API reference</a></p>
</main>
</body>
</html>
`
