#!/usr/bin/env python3
import sys

from settings import BUCKET

if len(sys.argv) > 1 and sys.argv[1] == "--config":
    print('{"configVersion": "v1", "beforeHelm": 1}')
else:
    print("bucket", BUCKET)
