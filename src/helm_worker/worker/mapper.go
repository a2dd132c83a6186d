package worker

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// offerMapper maps kinds by the current offer. If a kind is missing in it, the API server is asked again,
// once.
type offerMapper struct{ discoverer *discoverer }

func mapped[T any](m offerMapper, ask func(meta.RESTMapper) (T, error)) (T, error) {
	var nothing T
	current, err := m.discoverer.offer()
	if err != nil {
		return nothing, err
	}
	answer, err := ask(current.mapper)
	if err == nil || !meta.IsNoMatchError(err) || m.discoverer.Fresh() {
		return answer, err
	}
	m.Reset()
	if current, err = m.discoverer.offer(); err != nil {
		return nothing, err
	}
	return ask(current.mapper)
}

// Reset implements meta.ResettableRESTMapper.
func (m offerMapper) Reset() { m.discoverer.Invalidate() }

// KindFor implements meta.RESTMapper.
func (m offerMapper) KindFor(resource schema.GroupVersionResource) (schema.GroupVersionKind, error) {
	return mapped(m, func(by meta.RESTMapper) (schema.GroupVersionKind, error) { return by.KindFor(resource) })
}

// KindsFor implements meta.RESTMapper.
func (m offerMapper) KindsFor(resource schema.GroupVersionResource) ([]schema.GroupVersionKind, error) {
	return mapped(m, func(by meta.RESTMapper) ([]schema.GroupVersionKind, error) { return by.KindsFor(resource) })
}

// ResourceFor implements meta.RESTMapper.
func (m offerMapper) ResourceFor(input schema.GroupVersionResource) (schema.GroupVersionResource, error) {
	return mapped(m, func(by meta.RESTMapper) (schema.GroupVersionResource, error) { return by.ResourceFor(input) })
}

// ResourcesFor implements meta.RESTMapper.
func (m offerMapper) ResourcesFor(input schema.GroupVersionResource) ([]schema.GroupVersionResource, error) {
	return mapped(m, func(by meta.RESTMapper) ([]schema.GroupVersionResource, error) { return by.ResourcesFor(input) })
}

// RESTMapping implements meta.RESTMapper.
func (m offerMapper) RESTMapping(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	return mapped(m, func(by meta.RESTMapper) (*meta.RESTMapping, error) { return by.RESTMapping(kind, versions...) })
}

// RESTMappings implements meta.RESTMapper.
func (m offerMapper) RESTMappings(kind schema.GroupKind, versions ...string) ([]*meta.RESTMapping, error) {
	return mapped(m, func(by meta.RESTMapper) ([]*meta.RESTMapping, error) { return by.RESTMappings(kind, versions...) })
}

// ResourceSingularizer implements meta.RESTMapper.
func (m offerMapper) ResourceSingularizer(resource string) (string, error) {
	return mapped(m, func(by meta.RESTMapper) (string, error) { return by.ResourceSingularizer(resource) })
}
