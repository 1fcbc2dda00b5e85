import { isMainThread } from 'node:worker_threads'

// Bundled, one file is both programs: the agent, and the thread that renders receipts.
await (isMainThread ? import('./command.ts') : import('./jobs/render-worker.ts'))
