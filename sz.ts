import { mkdtempSync } from 'node:fs'
import { functionNames } from './infra/cloud/deployment.ts'
import { bundle, bundleSizes } from './infra/cloud/bundling.ts'
for (const [k, v] of bundleSizes(bundle(functionNames, mkdtempSync('/tmp/b-')))) console.log(k, v)
