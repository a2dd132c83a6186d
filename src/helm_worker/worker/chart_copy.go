package worker

import (
	"maps"
	"slices"

	v2 "helm.sh/helm/v4/pkg/chart/v2"
)

// copyChart copies all parts that Helm or a template can change. Files are shared: their bytes are never
// written.
func copyChart(original *v2.Chart) *v2.Chart {
	copied := &v2.Chart{
		Raw:           original.Raw,
		Metadata:      copyMetadata(original.Metadata),
		Lock:          original.Lock,
		Templates:     slices.Clone(original.Templates),
		Values:        copyTable(original.Values),
		Schema:        original.Schema,
		SchemaModTime: original.SchemaModTime,
		Files:         slices.Clone(original.Files),
		ModTime:       original.ModTime,
	}
	for _, dependency := range original.Dependencies() {
		copied.AddDependency(copyChart(dependency))
	}
	return copied
}

func copyMetadata(original *v2.Metadata) *v2.Metadata {
	if original == nil {
		return nil
	}
	copied := *original
	copied.Sources = slices.Clone(original.Sources)
	copied.Keywords = slices.Clone(original.Keywords)
	copied.Annotations = maps.Clone(original.Annotations)
	copied.Maintainers = copyEach(original.Maintainers)
	copied.Dependencies = copyEach(original.Dependencies)
	for _, dependency := range copied.Dependencies {
		if dependency != nil {
			dependency.Tags = slices.Clone(dependency.Tags)
			dependency.ImportValues = copyList(dependency.ImportValues)
		}
	}
	return &copied
}

func copyEach[T any](originals []*T) []*T {
	copied := slices.Clone(originals)
	for i, original := range originals {
		if original != nil {
			one := *original
			copied[i] = &one
		}
	}
	return copied
}

// copyTable copies values of YAML. An absent table stays absent, because a release records the difference.
func copyTable(original map[string]any) map[string]any {
	if original == nil {
		return nil
	}
	copied := make(map[string]any, len(original))
	for key, value := range original {
		copied[key] = copyValue(value)
	}
	return copied
}

func copyList(original []any) []any {
	copied := slices.Clone(original)
	for i, value := range copied {
		copied[i] = copyValue(value)
	}
	return copied
}

func copyValue(value any) any {
	switch typed := value.(type) {
	case map[string]any:
		return copyTable(typed)
	case []any:
		return copyList(typed)
	}
	return value
}
