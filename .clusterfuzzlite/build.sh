#!/bin/bash -eu
# What ClusterFuzzLite and OSS-Fuzz call in their image: the parser target, its dictionary and its seeds go to $OUT.
cd "$(dirname "$0")/.." 2>/dev/null && [ -d Sources/HTTPAuth ] || cd "$SRC/authspec"
# The engine comes with -sanitize=fuzzer; what the image names would be a second one.
unset LIB_FUZZING_ENGINE
SANITIZE=${SANITIZER:-address} BUILD_ONLY=1 OUT="$OUT" scripts/fuzz-parser
cp Fuzz/ParserTarget/fields.dict "$OUT/parser.dict"
(cd Fuzz/seeds && zip -q -r "$OUT/parser_seed_corpus.zip" .)
