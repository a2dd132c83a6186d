{{ define "child.label" }}label-of-{{ .name }}{{ end }}
