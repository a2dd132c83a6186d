#!/usr/bin/env bash
echo "this is no hook" >&2
exit 1
