package worker

import (
	"bytes"
	"encoding/json"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// protobufMagic begins the other form in which the API server answers client-go (k8s.io/apimachinery,
// serializer/protobuf).
var protobufMagic = []byte("k8s\x00")

// readAnswer reads the fields of an answer that are looked at, in either form.
func readAnswer(body []byte) (anyAnswer, error) {
	var read anyAnswer
	if !bytes.HasPrefix(body, protobufMagic) {
		return read, json.Unmarshal(body, &read)
	}
	var wrapped runtime.Unknown
	if err := wrapped.Unmarshal(body[len(protobufMagic):]); err != nil {
		return read, err
	}
	read.Kind, read.APIVersion = wrapped.Kind, wrapped.APIVersion
	switch wrapped.Kind {
	case "Status":
		var status metav1.Status
		err := status.Unmarshal(wrapped.Raw)
		read.Details = status.Details
		return read, err
	case "APIVersions":
		var served metav1.APIVersions
		err := served.Unmarshal(wrapped.Raw)
		read.Versions = len(served.Versions) > 0
		return read, err
	case "APIGroupList":
		var served metav1.APIGroupList
		err := served.Unmarshal(wrapped.Raw)
		read.Groups = len(served.Groups) > 0
		return read, err
	case "APIResourceList":
		var served metav1.APIResourceList
		err := served.Unmarshal(wrapped.Raw)
		read.GroupVersion, read.Resources = served.GroupVersion, len(served.APIResources) > 0
		return read, err
	}
	// The metadata of all lists are their first field, as in all objects. In this form an empty list has no
	// items.
	var list metav1.PartialObjectMetadataList
	var object metav1.PartialObjectMetadata
	read.Items = memberThere
	if strings.HasSuffix(wrapped.Kind, "List") && list.Unmarshal(wrapped.Raw) == nil {
		read.Metadata.ResourceVersion, read.Metadata.Continue = list.ResourceVersion, list.Continue
		if list.RemainingItemCount != nil {
			read.Metadata.Remaining = *list.RemainingItemCount
		}
	} else if object.Unmarshal(wrapped.Raw) == nil {
		read.Metadata.Name, read.Metadata.ResourceVersion = object.Name, object.ResourceVersion
	}
	return read, nil
}
