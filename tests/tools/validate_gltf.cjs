// SPDX-License-Identifier: Apache-2.0
// validate_gltf.cjs FILE...: the findings of the Khronos validator on each file, as one JSON array.
"use strict";

const fs = require("fs");
const path = require("path");
const validator = require("gltf-validator");

async function validate(file) {
    const folder = path.dirname(file);
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
        uri: path.basename(file),
        maxIssues: 0,
        externalResourceFunction: async (uri) =>
            new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri)))),
    });
    const issues = report.issues.messages.map(({ code, severity, message, pointer }) => ({
        code,
        severity,
        message,
        pointer: pointer || "",
    }));
    return { file, errors: report.issues.numErrors, warnings: report.issues.numWarnings, issues };
}

async function main() {
    const reports = [];
    for (const file of process.argv.slice(2)) {
        try {
            reports.push(await validate(file));
        } catch (error) {
            // What is no glTF at all makes the validator throw.
            const issue = { code: "UNREADABLE", severity: 0, message: String(error), pointer: "" };
            reports.push({ file, errors: 1, warnings: 0, issues: [issue] });
        }
    }
    process.stdout.write(JSON.stringify(reports));
}

main();
