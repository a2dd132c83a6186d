"""Compares the answers of client-go and of the operator: compare.py THEIRS OURS FOLDER SEEDS"""
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
import drawn

DRAWN_PER_SEED = 60
ENOUGH = 60
# Faults of a kubeconfig that client-go refuses and the operator takes, by words of client-go's message. They are open: each
# of them lets a kubeconfig work here that kubectl refuses.
OPEN_REFUSALS = (
    "are both specified for",
    "with the insecure flag is not allowed",
    "interactiveMode",
    "no kind ",
    "insecure-skip-tls-verify of type bool",
)
# Where the operator gives fewer proofs of its identity than client-go. This is open, too: a plugin counts alone although
# there is a token or a certificate.
OPEN_WAYS = ("plugin=give-token",)
IDENTITY = ("authority=", "certificate=", "key=", "token=", "name=", "unchecked=")


def answers(path, questions):
    text = "".join(f"{line}\n" for line in questions)
    done = subprocess.run([path], input=text, stdout=subprocess.PIPE, text=True, check=True, timeout=120)
    return done.stdout.split("\n")[:-1]


def fault_of(theirs, ours):
    """The fault of an answer; None: it is right."""
    refused = ours.startswith("refused: ")
    if refused and len(ours) < len("refused: ") + 20:
        return "the message says nothing"
    if refused:
        return None
    if theirs.startswith("refused: "):
        return None if any(words in theirs for words in OPEN_REFUSALS) else "client-go refuses it"
    if any(words in theirs for words in OPEN_WAYS):
        theirs, ours = without_identity(theirs), without_identity(ours)
    return None if theirs == ours else "another way"


def without_identity(way):
    return [x for x in way.split("\t") if not x.startswith(IDENTITY)]


def main(theirs, ours, folder, seeds):
    different, taken = 0, 0
    for seed in seeds.split(","):
        directory = pathlib.Path(folder) / f"seed-{seed}"
        (directory / "pki").mkdir(parents=True)
        subprocess.run([theirs, str(directory / "pki")], check=True)
        questions = drawn.write(directory, int(seed), DRAWN_PER_SEED)
        both = zip(questions, answers(theirs, questions), answers(ours, questions), strict=True)
        for question, wanted, found in both:
            taken += not wanted.startswith("refused: ")
            fault = fault_of(wanted, found)
            if fault is None:
                continue
            different += 1
            path = question.split("\t")[0].split(":")[0]
            text = pathlib.Path(path).read_text() if pathlib.Path(path).exists() else path
            print(f"# {fault}: {question!r} {text[:600]}\n#   client-go: {wanted}\n#   here: {found}")
    verdict = "ok" if different == 0 and taken > ENOUGH else "not ok"
    print(f"{verdict} - kubeconfigs lead where client-go goes ({taken} taken there, {different} differ)", flush=True)
    return verdict != "ok"


sys.exit(main(*sys.argv[1:]))
