a template
