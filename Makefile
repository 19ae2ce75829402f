# For test frameworks and people who type `make`: one optimised binary.
#
#   make                      builds ./xanthos
#   make EXE=path/to/engine   builds it there
#   make EVALFILE=net.xnn     builds this network in instead of nets/xanthos.xnn

EXE ?= xanthos
EVALFILE ?=
export EVALFILE

ifeq ($(OS),Windows_NT)
  ifeq ($(suffix $(EXE)),)
    EXE := $(EXE).exe
  endif
endif

.PHONY: all
all:
	cargo rustc --release --locked --package xanthos --bin xanthos -- --emit link="$(EXE)"
