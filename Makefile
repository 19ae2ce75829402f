# For test frameworks and people who type `make`: one optimised binary.
#
#   make                      builds ./xanthos
#   make EXE=path/to/engine   builds it there
#   make EVALFILE=net.bin     accepted for frameworks that name a network; the
#                             evaluation of this version is built in, so the
#                             file is not read

EXE ?= xanthos
EVALFILE ?=

ifeq ($(OS),Windows_NT)
  ifeq ($(suffix $(EXE)),)
    EXE := $(EXE).exe
  endif
endif

.PHONY: all
all:
	cargo rustc --release --locked --package xanthos --bin xanthos -- --emit link="$(EXE)"
