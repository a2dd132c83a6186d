module gojq_answers

go 1.22

require github.com/itchyny/gojq v0.12.17

require github.com/itchyny/timefmt-go v0.1.6 // indirect
