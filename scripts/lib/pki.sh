# Keys and certificates of a development cluster, made with openssl. Sourced after common.sh.

# make_pki FOLDER: a CA, the API server's certificate for loopback, an administrator's client certificate as in kind's
# kubeconfig, and the key pair that signs service account tokens.
make_pki() {
  local folder=$1
  mkdir -p "$folder"
  (
    umask 077
    cd "$folder"
    new_key ca
    openssl req -x509 -new -key ca.key -days 3650 -subj /CN=addon-operator-dev-ca -out ca.crt \
      -addext 'keyUsage=critical,digitalSignature,keyCertSign'
    sign_certificate apiserver /CN=kube-apiserver \
      'extendedKeyUsage=serverAuth' \
      'subjectAltName=IP:127.0.0.1,IP:10.0.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default.svc'
    sign_certificate admin /O=system:masters/CN=kubernetes-admin 'extendedKeyUsage=clientAuth'
    new_key service-accounts
    openssl pkey -in service-accounts.key -pubout -out service-accounts.pub
  ) 2>"$folder/openssl.log" || no_pki "$folder"
}

# make_node_pki FOLDER: client certificates for scheduler, controller manager and kubelet, with the names to which the API
# server gives rights.
make_node_pki() {
  local folder=$1 client='extendedKeyUsage=clientAuth'
  (
    umask 077
    cd "$folder"
    sign_certificate kube-scheduler /CN=system:kube-scheduler "$client"
    sign_certificate kube-controller-manager /CN=system:kube-controller-manager "$client"
    sign_certificate kubelet /O=system:nodes/CN=system:node:node1 "$client"
  ) 2>"$folder/openssl.log" || no_pki "$folder"
}

no_pki() {
  cat "$1/openssl.log" >&2
  die "openssl could not make the certificates in $1"
}

new_key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$1.key"; }

# sign_certificate NAME SUBJECT EXTENSION...
sign_certificate() {
  local name=$1 subject=$2
  shift 2
  new_key "$name"
  openssl req -new -key "$name.key" -subj "$subject" -out "$name.csr"
  openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 365 -out "$name.crt" \
    -extfile <(printf '%s\n' 'keyUsage=critical,digitalSignature' "$@")
}
