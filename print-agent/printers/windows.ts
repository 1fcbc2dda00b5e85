import { runChild } from './child.ts'
import { failed, type Printer, PrinterFailure } from './printer.ts'

// The first call compiles the C# below, which takes some seconds on a slow machine.
const listMs = 20_000
const submitMs = 60_000

/** Exit code of the script for a printer that could not be opened. */
const nothingSent = 3

const listScript = `
[Console]::OutputEncoding = [Text.Encoding]::UTF8
Get-CimInstance Win32_Printer | ForEach-Object { $_.Name }`

// Windows has no command that sends raw bytes to a printer; winspool.drv has functions
// for it. Printer and title are passed in the environment, never as part of the script.
const printScript = `
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
Add-Type -TypeDefinition @'
using System;
using System.ComponentModel;
using System.Runtime.InteropServices;
public static class RawPrinter {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public class Document { public string Title; public string File; public string Type; }
  const string Spooler = "winspool.drv";
  [DllImport(Spooler, EntryPoint = "OpenPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool Open(string name, out IntPtr printer, IntPtr defaults);
  [DllImport(Spooler, EntryPoint = "StartDocPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern int Start(IntPtr printer, int level, [In] Document document);
  [DllImport(Spooler, EntryPoint = "WritePrinter", SetLastError = true)]
  static extern bool Write(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport(Spooler, EntryPoint = "EndDocPrinter", SetLastError = true)]
  static extern bool End(IntPtr printer);
  [DllImport(Spooler, EntryPoint = "ClosePrinter")]
  static extern bool Close(IntPtr printer);
  public static bool HasStarted;
  public static void Print(string name, string title, byte[] bytes) {
    IntPtr printer;
    if (!Open(name, out printer, IntPtr.Zero)) throw new Win32Exception();
    try {
      var document = new Document { Title = title, Type = "RAW" };
      if (Start(printer, 1, document) == 0) throw new Win32Exception();
      HasStarted = true;
      int written;
      if (!Write(printer, bytes, bytes.Length, out written)) throw new Win32Exception();
      if (written != bytes.Length) throw new Exception("the spooler accepted only a part");
      if (!End(printer)) throw new Win32Exception();
    } finally { Close(printer); }
  }
}
'@
$bytes = New-Object IO.MemoryStream
[Console]::OpenStandardInput().CopyTo($bytes)
try { [RawPrinter]::Print($env:POS_PRINTER, $env:POS_TITLE, $bytes.ToArray()) }
catch {
  [Console]::Error.WriteLine($_.Exception.GetBaseException().Message)
  if ([RawPrinter]::HasStarted) { exit 1 } else { exit ${nothingSent} }
}`

/**
 * The printers of Windows, sent raw to the spooler. No test covers this: the tests run on
 * Linux. Throws PrinterFailure when Windows does not respond.
 */
export async function windowsPrinters(): Promise<Printer[]> {
  const { code, stdout, stderr } = await powershell(listScript, { timeoutMs: listMs })
  if (code !== 0) throw new PrinterFailure(`cannot list printers: ${stderr}`, false)
  return stdout.split(/\r?\n/).filter(Boolean).map(windowsPrinter)
}

function windowsPrinter(name: string): Printer {
  return {
    name,
    kind: 'system',
    print: async (document, beforeFirstByte) => {
      await beforeFirstByte()
      const { code, stderr } = await powershell(printScript, {
        input: document.bytes,
        env: { POS_PRINTER: name, POS_TITLE: document.title },
        timeoutMs: submitMs,
      })
      if (code === 0) return 'Windows does not say whether the printer read it'
      const reason = code === null ? 'the spooler did not answer' : stderr
      throw new PrinterFailure(reason, code !== nothingSent)
    },
  }
}

function powershell(script: string, options: Parameters<typeof runChild>[2]) {
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  const args = ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded]
  return runChild('powershell.exe', args, options).catch(
    failed(false, 'cannot run PowerShell: '),
  )
}
