// Command helm_worker is Helm, with one more command: `helm worker` stays and answers requests, so that the
// libraries, the charts and the connections of one run are there for the next (docs of package worker).
package main

import "addon-operator/helm_worker/worker"

func main() {
	worker.Main()
}
