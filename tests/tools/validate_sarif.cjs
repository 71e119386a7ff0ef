// SPDX-License-Identifier: Apache-2.0
// validate_sarif.cjs FILE...: where each log breaks the schema of SARIF 2.1.0, as one JSON array.
"use strict";

const fs = require("fs");
const Ajv = require("ajv");
const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");

// The schema is of draft 4, which names itself by "id".
const ajv = new Ajv({ schemaId: "id", allErrors: true, unknownFormats: "ignore", logger: false });
ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json"));
const validate = ajv.compile(schema);

const reports = process.argv.slice(2).map((file) => {
    const isValid = validate(JSON.parse(fs.readFileSync(file, "utf8")));
    const errors = isValid ? [] : validate.errors;
    return { file, errors: errors.map(({ dataPath, message }) => `${dataPath} ${message}`) };
});
process.stdout.write(JSON.stringify(reports));
