#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# ClusterFuzzLite and OSS-Fuzz run this in their image. It writes the targets, their dictionaries and seeds to $OUT.
cd "$(dirname "$0")/.." 2>/dev/null && [ -d Sources/HTTPAuth ] || cd "$SRC/authspec"
# -sanitize=fuzzer links the engine; the one that the image names would be a second one.
unset LIB_FUZZING_ENGINE
SANITIZE=${SANITIZER:-address} BUILD_ONLY=1 OUT="$OUT" Tools/scripts/fuzz-parser
cp Tools/Fuzz/ParserTarget/fields.dict "$OUT/parser.dict"
TARGET=tokens SANITIZE=${SANITIZER:-address} BUILD_ONLY=1 OUT="$OUT" Tools/scripts/fuzz-parser
cp Tools/Fuzz/TokenTarget/tokens.dict "$OUT/tokens.dict"
(cd Fuzz/seeds && zip -q -r "$OUT/parser_seed_corpus.zip" .)
