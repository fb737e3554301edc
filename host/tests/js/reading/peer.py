"""Texts that trafilatura extracts from a list of pages: JSON in, JSON out."""

import json
import sys

import trafilatura

pages = json.load(sys.stdin)
json.dump([trafilatura.extract(page) or "" for page in pages], sys.stdout)
