# The code quality report of GitLab from SARIF files: jq -s -f codequality.jq *.sarif
[.[].runs[].results[] | {
  description: .message.text,
  check_name: .ruleId,
  fingerprint: (.partialFingerprints["failure/v1"] // .message.text),
  severity: ({error: "critical", warning: "major", note: "minor"}[.level // "warning"] // "info"),
  location: {
    path: (.locations[0].physicalLocation.artifactLocation.uri | gsub("%20"; " ")),
    lines: {begin: (.locations[0].physicalLocation.region.startLine // 1)}
  }
}]
