# SPDX-License-Identifier: Apache-2.0
# cmake -DINPUT=x.spv -DSYMBOL=name -DOUTPUT=path -P EmbedSpirv.cmake
# Writes OUTPUT.c and OUTPUT.h with the module as 32-bit words.
file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" length)
math(EXPR count "${length} / 8")
# SPIR-V files are little-endian: turn each four bytes round.
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1u," words "${hex}")
string(REGEX REPLACE "((0x[0-9a-f]+u,){8})" "\\1\n    " words "${words}")
file(WRITE "${OUTPUT}.c.tmp"
    "#include \"${SYMBOL}.h\"\nconst uint32_t ${SYMBOL}[] = {\n    ${words}\n};\n"
    "const uint32_t ${SYMBOL}_word_count = ${count}u;\n")
file(WRITE "${OUTPUT}.h.tmp"
    "#pragma once\n#include <stdint.h>\n/* NOLINTBEGIN(readability-identifier-naming) */\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
    "extern const uint32_t ${SYMBOL}[${count}];\nextern const uint32_t ${SYMBOL}_word_count;\n"
    "#ifdef __cplusplus\n}\n#endif\n/* NOLINTEND(readability-identifier-naming) */\n")
file(RENAME "${OUTPUT}.c.tmp" "${OUTPUT}.c")
file(RENAME "${OUTPUT}.h.tmp" "${OUTPUT}.h")
