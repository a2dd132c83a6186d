"""Kubeconfigs: a table of forms that matter, and drawn combinations of them."""
import base64
import json
import pathlib
import random

CERTIFICATES = {}


def data(name):
    return base64.b64encode(CERTIFICATES[name].encode()).decode()


def clusters():
    """Bodies of a cluster."""
    own = {"server": "https://10.0.0.1:6443"}
    return [
        own,
        own | {"server": "https://10.0.0.1:6443/"},
        own | {"server": "https://example.invalid/k8s/clusters/c-1"},
        own | {"server": "http://127.0.0.1:8001"},
        own | {"server": ""},
        own | {"server": None},
        own | {"server": "127.0.0.1:6443"},
        own | {"server": "https://[fd00::1]:6443"},
        {},
        None,
        own | {"certificate-authority": "pki/a.crt"},
        own | {"certificate-authority": "pki/none.crt"},
        own | {"certificate-authority": "pki/a.key"},
        own | {"certificate-authority-data": data("a.crt")},
        own | {"certificate-authority-data": data("a.crt"), "certificate-authority": "pki/b.crt"},
        own | {"certificate-authority-data": "", "certificate-authority": "pki/b.crt"},
        own | {"certificate-authority-data": "no base64!"},
        own | {"certificate-authority-data": base64.b64encode(b"no certificate").decode()},
        own | {"insecure-skip-tls-verify": True},
        own | {"insecure-skip-tls-verify": True, "certificate-authority": "pki/a.crt"},
        own | {"insecure-skip-tls-verify": "true"},
        own | {"tls-server-name": "api.internal"},
        own | {"tls-server-name": ""},
        own | {"proxy-url": "http://127.0.0.1:3128"},
        own | {"proxy-url": "socks5://u:p@127.0.0.1:1080"},
        own | {"proxy-url": "https://127.0.0.1:3128/"},
        own | {"proxy-url": ""},
        own | {"proxy-url": "127.0.0.1:3128"},
        own | {"proxy-url": "ftp://127.0.0.1"},
        own | {"disable-compression": True, "extensions": [{"name": "x", "extension": {"a": 1}}]},
        own | {"unknown": 1},
        ["a list"],
        "a text",
    ]


def users():
    """Bodies of a user."""
    pair = {"client-certificate-data": data("a.crt"), "client-key-data": data("a.key")}
    plugin = {"apiVersion": "client.authentication.k8s.io/v1", "command": "give-token", "interactiveMode": "Never"}
    return [
        {},
        None,
        {"token": "abc"},
        {"token": ""},
        {"token": None},
        {"tokenFile": "pki/token"},
        {"tokenFile": "pki/none"},
        {"token": "abc", "tokenFile": "pki/token"},
        {"tokenFile": ""},
        pair,
        pair | {"token": "abc"},
        {"client-certificate": "pki/a.crt", "client-key": "pki/a.key"},
        {"client-certificate": "pki/a.crt", "client-key-data": data("a.key")},
        {"client-certificate": "pki/a.crt", "client-key": "pki/b.key"},
        {"client-certificate": "pki/none.crt", "client-key": "pki/a.key"},
        {"client-certificate": "pki/a.crt"},
        {"client-key": "pki/a.key"},
        pair | {"client-certificate": "pki/b.crt", "client-key": "pki/b.key"},
        {"username": "u", "password": "p"},
        {"username": "u"},
        {"username": "", "password": ""},
        {"exec": plugin},
        {"exec": plugin | {"args": ["a", "b"], "env": [{"name": "A", "value": "b"}]}},
        {"exec": plugin | {"args": None, "env": None}},
        {"exec": plugin | {"interactiveMode": "Always"}},
        {"exec": plugin | {"interactiveMode": ""}},
        {"exec": plugin | {"interactiveMode": "Sometimes"}},
        {"exec": plugin | {"command": ""}},
        {"exec": plugin | {"command": "bin/give-token"}},
        {"exec": plugin | {"apiVersion": "client.authentication.k8s.io/v1beta1"}},
        {"exec": plugin | {"apiVersion": "client.authentication.k8s.io/v1alpha1"}},
        {"exec": plugin | {"apiVersion": ""}},
        {"exec": plugin, "token": "abc"},
        pair | {"exec": plugin},
        {"exec": None, "token": "abc"},
        {"auth-provider": {"name": "oidc", "config": {"id-token": "x"}}},
        {"auth-provider": {"name": "gcp"}},
        {"as": "jane"},
        {"as": "jane", "as-groups": ["g"], "token": "abc"},
        {"as": ""},
        ["a list"],
    ]


def config(cluster={"server": "https://10.0.0.1:6443"}, user={"token": "abc"}, **parts):
    """A kubeconfig; a part replaces what stands at the top level under its name, and ... leaves it out."""
    whole = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "main",
        "contexts": [{"name": "main", "context": {"cluster": "c", "user": "u", "namespace": "shop"}}],
        "clusters": [{"name": "c", "cluster": cluster}],
        "users": [{"name": "u", "user": user}],
    } | parts
    return {key: value for key, value in whole.items() if value is not ...}


def tops():
    """Whole kubeconfigs: entries that are missing, twice there, or without a name or a body."""
    context = lambda **x: [{"name": "main", "context": x}]
    one, two = {"server": "https://one"}, {"server": "https://two"}
    return [
        config(),
        config(users=...),
        config(users=None),
        config(users=[]),
        config(users=[{"name": "u"}]),
        config(users=[{"name": "other", "user": {"token": "x"}}]),
        config(users=[{"user": {"token": "x"}}]),
        config(users=[{"name": "u", "user": {"token": "1"}}, {"name": "u", "user": {"token": "2"}}]),
        config(users=[{"name": "u", "user": None}, {"name": "u", "user": {"token": "2"}}]),
        config(users=[None]),
        config(users={}),
        config(clusters=...),
        config(clusters=None),
        config(clusters=[]),
        config(clusters=[{"name": "c"}]),
        config(clusters=[{"name": "other", "cluster": one}]),
        config(clusters=[{"name": "c", "cluster": one}, {"name": "c", "cluster": two}]),
        config(clusters=[{"name": "", "cluster": one}], contexts=context(cluster="", user="u")),
        config(contexts=...),
        config(contexts=None),
        config(contexts=[]),
        config(contexts=[{"name": "main"}]),
        config(contexts=[{"name": "main", "context": None}]),
        config(contexts=[{"name": "other", "context": {"cluster": "c", "user": "u"}}]),
        config(contexts=context(cluster="c", user="u")),
        config(contexts=context(cluster="c")),
        config(contexts=context(cluster="c", user="")),
        config(contexts=context(cluster="c", user=None)),
        config(contexts=context(cluster="none", user="u")),
        config(contexts=context(cluster="c", user="none")),
        config(contexts=context(cluster="c", user="u", namespace="")),
        config(contexts=context(cluster="c", user="u", namespace=None)),
        config(contexts=context(user="u")),
        config(contexts=context(cluster="c", user="u") + context(cluster="none", user="u")),
        config(**{"current-context": ...}),
        config(**{"current-context": ""}),
        config(**{"current-context": None}),
        config(**{"current-context": "none"}),
        config(apiVersion=...),
        config(kind=...),
        config(apiVersion=..., kind=...),
        config(apiVersion="v2"),
        config(kind="Pod"),
        config(preferences={"colors": True}, extensions=[]),
        config(unknown={"a": 1}),
        {},
    ]


def cases(seed, drawn):
    """Kubeconfigs as JSON, which is YAML."""
    draw = random.Random(seed)
    all_clusters, all_users = clusters(), users()
    every = tops() + [config(cluster=x) for x in all_clusters] + [config(user=x) for x in all_users]
    every += [config(draw.choice(all_clusters), draw.choice(all_users)) for _ in range(drawn)]
    return [json.dumps(x) for x in every]


def write(directory, seed, drawn):
    """Writes the files of the cases into a directory with pki/, and gives the lines of the questions."""
    pki = pathlib.Path(directory) / "pki"
    for path in pki.iterdir():
        CERTIFICATES[path.name] = path.read_text()
    (pki / "token").write_text("of-the-file\n")
    lines = []
    for number, text in enumerate(cases(seed, drawn)):
        path = pathlib.Path(directory) / f"{number}.yaml"
        path.write_text(text)
        lines.append(f"{path}\t")
        lines.append(f"{path}\tmain")
    # Several files: the first value of a setting and the first entry of a name count.
    for first, second in (("0", "1"), ("3", "0"), ("11", "0"), ("34", "0"), ("7", "16"), ("45", "0")):
        lines.append(f"{directory}/{first}.yaml:{directory}/none.yaml:{directory}/{second}.yaml\t")
    lines.append(f"{directory}/none.yaml\t")
    lines.append(f"{directory}/0.yaml\tnone")
    return lines
