# Installs the agent as a Windows service. Run it as administrator, in the folder with
# agent.cjs, lightning-pos-agent.xml and WinSW as lightning-pos-agent.exe:
#
#   powershell -ExecutionPolicy Bypass -File install.ps1 -BaseUrl <base URL> -Token <token>
param(
  [Parameter(Mandatory)] [string] $BaseUrl,
  [Parameter(Mandatory)] [string] $Token
)
$ErrorActionPreference = 'Stop'

$data = Join-Path $env:ProgramData 'lightning-pos-agent'
New-Item -ItemType Directory -Force -Path $data | Out-Null
# The configuration holds secrets: for administrators, the system and the service alone. The
# accounts are named by their ids, which are the same in every language of Windows.
icacls $data /inheritance:r /grant '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' '*S-1-5-19:(OI)(CI)M' | Out-Null

$config = Join-Path $data 'agent.json'
node (Join-Path $PSScriptRoot 'agent.cjs') enrol $BaseUrl $Token --config $config
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }

$service = Join-Path $PSScriptRoot 'lightning-pos-agent.exe'
& $service install
& $service start
