greet() { echo "Hello from $1"; }
