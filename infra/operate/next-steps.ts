/** Facts that a deployment's texts are made of. */
export type Deployed = {
  readonly shop: string
  readonly outputs: ReadonlyMap<string, string>
  readonly domainName: string | undefined
  readonly isFirst: boolean
  /** True if it started on the table of an earlier deployment. */
  readonly isAdopted: boolean
  /** True if records wait for `npm run migrate`. */
  readonly needsMigration: boolean
}

/** Returns the operator's next steps after a deployment. */
export function nextSteps(deployed: Deployed): string {
  const { shop, outputs, domainName, isFirst, isAdopted, needsMigration } = deployed
  const output = (name: string) => outputs.get(name) ?? `<output ${name}>`
  const api = domainName ? `https://${domainName}` : output('PublicUrl')
  const sections = [
    `${shop} is deployed. Its API: ${api}`,
    ...(domainName ? [dnsRecord(domainName, output('FrontDoorDomain'))] : []),
    ...(needsMigration ? [migration(shop)] : []),
    ...(isFirst && isAdopted ? [agentsAgain] : []),
    ...(isFirst && !isAdopted
      ? firstSteps(api, outputs.get('SetupCode'), output('SecretsPath'))
      : []),
    ...(!isFirst && !isAdopted ? [whereCodeStands] : []),
    'More: docs/runbook.md',
  ]
  return sections.join('\n\n')
}

const dnsRecord = (domainName: string, target: string) =>
  `DNS: ${domainName} must point to ${target} (CNAME or alias).`

const migration = (shop: string) =>
  `Records of an earlier layout are read as they are. Bring them to this one:
  npm run migrate -- --shop ${shop}`

const agentsAgain = `Users and PINs are as they were. Agents are not: a queue of print jobs goes with its stack.
Create each agent again (DELETE /agents/{id}, then POST /agents) and give it its new token.`

const whereCodeStands =
  "If the shop is not set up yet: its setup code is the stack's output SetupCode."

const firstSteps = (api: string, setupCode: string | undefined, path: string) => [
  `1. Set the shop up, once:
  curl -s ${api}/initial-setup -H 'content-type: application/json' -d '${JSON.stringify({
    ...(setupCode && { setupCode }),
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: 'ana',
    userPassword: '<wallet password>',
    userPin: '<PIN>',
  })}'`,
  `2. The agent in the shop: log in, create it (the reply has its token, once), build it:
  curl -s -c cookies.txt ${api}/auth/login -H 'content-type: application/json' -d '{"name":"ana","pin":"<PIN>"}'
  curl -s -b cookies.txt ${api}/agents -H 'content-type: application/json' -d '{"name":"counter"}'
  npm run build-agent
Install the package of dist/agent on the shop's computer, and enrol it there (print-agent/README.md):
  sudo apt install ./lightning-pos-agent_<version>_amd64.deb
  sudo lightning-pos-agent enrol ${api} <token>`,
  `3. The Lightning node: its webhook is ${api}/webhook/node. Store its webhook secret
(docs/operate.md says how to rotate it):
  aws ssm put-parameter --overwrite --type SecureString --name ${path}/webhook-secret \\
    --value '{"webhookSecret":"<secret>"}'`,
]
