"""Passes connections to a port of this machine on into a network namespace.

usage: forward.py PORT NAMESPACE ADDRESS:PORT

Listens on 127.0.0.1:PORT, then enters the network namespace (a file such as /proc/1/ns/net) and connects from there.
"""

import asyncio
import ctypes
import os
import socket
import sys


def enter(namespace):
    file = os.open(namespace, os.O_RDONLY)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(file, 0):
        sys.exit(f"{namespace}: {os.strerror(ctypes.get_errno())}")
    os.close(file)


async def copy(reader, writer):
    """Copies until a side has ended; then the other side sees the end, too."""
    try:
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
        writer.write_eof()
    except OSError:
        writer.close()


async def main():
    port, namespace, target = sys.argv[1:]
    host, target_port = target.rsplit(":", 1)
    listener = socket.create_server(("127.0.0.1", int(port)))
    enter(namespace)

    async def serve(reader, writer):
        try:
            there, back = await asyncio.open_connection(host, int(target_port))
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, back), copy(there, writer))
        back.close()
        writer.close()

    async with await asyncio.start_server(serve, sock=listener) as server:
        await server.serve_forever()


asyncio.run(main())
