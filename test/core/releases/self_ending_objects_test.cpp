#include "core/releases/self_ending_objects.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

bool ends(const char* manifest) {
  const auto object = text::parse_yaml(manifest).value();
  return core::releases::ends_by_itself(*object.string_at("apiVersion"), *object.string_at("kind"), object);
}

} // namespace

TEST_CASE("an object ends by itself if its kind or its manifest says so") {
  for (const auto* manifest : {
         "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {ttlSecondsAfterFinished: 0}}",
         "{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: a}, spec: {ttlSecondsAfterFinished: 9}}",
         "{apiVersion: kubeflow.org/v1, kind: TFJob, metadata: {name: a}, spec: {runPolicy: {ttlSecondsAfterFinished: "
         "9}}}",
         "{apiVersion: argoproj.io/v1alpha1, kind: Workflow, metadata: {name: a}, spec: {ttlStrategy: {}}}",
         "{apiVersion: v1, kind: Event, metadata: {name: a}}",
         "{apiVersion: events.k8s.io/v1, kind: Event, metadata: {name: a}}",
         "{apiVersion: certificates.k8s.io/v1, kind: CertificateSigningRequest, metadata: {name: a}}",
         "{apiVersion: v1, kind: Secret, metadata: {name: a}, type: bootstrap.kubernetes.io/token, data: {expiration: "
         "eA==}}",
         "{apiVersion: v1, kind: Secret, metadata: {name: a}, type: bootstrap.kubernetes.io/token,"
         " stringData: {expiration: '2030-01-01T00:00:00Z'}}",
       })
    CHECK_MESSAGE(ends(manifest), manifest);
}

TEST_CASE("an object stays if nothing in its manifest ends it") {
  for (const auto* manifest : {
         "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {activeDeadlineSeconds: 9}}",
         "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {ttlSecondsAfterFinished: null}}",
         "{apiVersion: batch/v1, kind: CronJob, metadata: {name: a},"
         " spec: {jobTemplate: {spec: {ttlSecondsAfterFinished: 9}}}}",
         "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {ttlSecondsAfterFinished: '9'}}",
         "{apiVersion: example.com/v1, kind: Event, metadata: {name: a}}",
         "{apiVersion: v1, kind: Secret, metadata: {name: a}, type: bootstrap.kubernetes.io/token}",
         "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {expiration: eA==}}",
       })
    CHECK_MESSAGE(!ends(manifest), manifest);
}
