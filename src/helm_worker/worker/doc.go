// Package worker is Helm in a process that stays: it renders charts, upgrades and uninstalls releases on request.
//
// Requests come as JSON objects on stdin, one a line, and answers go to stdout, one a line, in the order in which they
// are ready (protocol.go). Everything that is said besides goes to stderr. The end of stdin ends the process.
//
// Each request does what one command line of helm does, by the same packages, and keeps Helm's words in errors:
//
//	render     helm template NAME CHART --no-hooks --is-upgrade --skip-crds
//	upgrade    helm upgrade NAME CHART --install --take-ownership --skip-crds --disable-openapi-validation --server-side=false
//	uninstall  helm uninstall NAME --ignore-not-found
//
// It does less in two cases: an object that names another release is not deleted (owners.go), and a record that is no
// release is passed over like one that cannot be decoded (storage.go).
//
// What is kept between requests: loaded charts (charts.go), connections (cluster.go) and what the API server offers
// (discovery.go), which is asked again, at the price of an unchanged ETag, whenever helm would ask.
package worker
