import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { AwsSolutionsChecks } from 'cdk-nag'
import { bundle } from './cloud/bundling.ts'
import { Deployment } from './cloud/deployment.ts'
import { functionNames } from './cloud/function-names.ts'
import { readOptions } from './cloud/options.ts'

const bundles = join(import.meta.dirname, '../dist/functions')
bundle(functionNames, bundles)

const app = new App()
const options = readOptions((name) => app.node.tryGetContext(name))
new Deployment(app, options.shop, {
  options,
  codeOf: (name) => Code.fromAsset(join(bundles, name)),
})
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
