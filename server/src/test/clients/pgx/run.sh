#!/bin/sh
# pgx, in a folder of its own. PORT
set -eu
source=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source/go.mod" "$source/main.go" "$folder"
cd "$folder"
go mod tidy > tidy.log 2>&1 || { cat tidy.log; exit 1; }
go run . "$1"
