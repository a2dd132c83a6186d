// Package worker is Helm in a process that stays: it renders charts, upgrades and uninstalls releases on
// request.
//
// Requests come as JSON objects on stdin, a line each, and answers go to stdout, a line each, in the order in
// which they are ready (protocol.go). All other output goes to stderr. The end of stdin ends the process.
//
// Each request does the work of a command line of helm, by the same packages, and keeps Helm's words in
// errors:
//
//	render     helm template NAME CHART --no-hooks --is-upgrade --skip-crds
//	upgrade    helm upgrade NAME CHART --install --take-ownership --skip-crds --disable-openapi-validation
//	           --hide-notes --server-side=false
//	uninstall  helm uninstall NAME --ignore-not-found
//
// It differs from helm where helm would lose data: it believes only answers of the API server itself
// (credible_answers.go), leaves or gives back objects of another owner (owners.go, elsewhere.go,
// taken_objects.go), and keeps data if the records of a release (reinstall.go) or single objects of it
// (former_objects.go, older_keys.go) are lost. It deletes no object of a hook that could not be made again
// (creation_trial.go), keeps the numbers of autoscalers (scaled_objects.go), may leave objects for a later
// deletion (left_objects.go), and leaves out objects whose kind has gone (gone_kinds.go). A record that is no
// release is passed over like a record that cannot be decoded (storage.go).
//
// Kept between requests: loaded charts (charts.go), connections (cluster.go) and the offer of the API server
// (discovery.go), which is asked again, at the price of an unchanged ETag, whenever helm would ask.
package worker
