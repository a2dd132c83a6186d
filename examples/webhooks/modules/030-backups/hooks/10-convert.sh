#!/usr/bin/env bash
# Converts backups: v1 groups the fields that v1alpha1 has side by side.
source /shell_lib.sh

__config__() {
  cat <<'YAML'
configVersion: v1
kubernetesCustomResourceConversion:
- name: backups
  crdName: backups.examples.addon-operator.io
  conversions:
  - {fromVersion: v1alpha1, toVersion: v1}
  - {fromVersion: v1, toVersion: v1alpha1}
YAML
}

__on_conversion::backups::v1alpha1::v1() {
  conversion::each '.spec |= {source, schedule: {cron: .cron}, retention: {copies: .keep}}'
}

__on_conversion::backups::v1::v1alpha1() {
  conversion::each '.spec |= {source, cron: .schedule.cron, keep: .retention.copies}'
}

hook::run "$@"
