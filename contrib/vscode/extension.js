"use strict";
// A client of `verify lsp`. Everything that is shown comes from the server.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = vscode.workspace.getConfiguration("verify");
  const command = settings.get("path");
  client = new LanguageClient("verify", "verify", { command, args: ["lsp", ...settings.get("flags")] }, {
    documentSelector: [{ scheme: "file", language: "c" }],
    middleware: {
      // From the palette a command has no arguments: it is about the file in front.
      executeCommand: (name, args, next) => {
        const file = vscode.window.activeTextEditor?.document.uri;
        return next(name, args.length > 0 || !file ? args : [client.code2ProtocolConverter.asUri(file)]);
      },
    },
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
