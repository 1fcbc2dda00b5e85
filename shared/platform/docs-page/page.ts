import { names } from './assets.ts'

/** The page of GET /docs. All that it loads comes from this API. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lightning POS API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/${names.theme}">
<link rel="stylesheet" href="/docs/${names.style}">
</head>
<body>
<nav class="links">
<a href="/openapi.json">OpenAPI document</a> ·
<a href="/asyncapi.json">AsyncAPI document of the WebSockets</a>
</nav>
<main id="docs"></main>
<script src="/docs/${names.library}"></script>
<script src="/docs/${names.start}"></script>
</body>
</html>
`
