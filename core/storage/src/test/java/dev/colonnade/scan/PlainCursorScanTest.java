package dev.colonnade.scan;

import dev.colonnade.store.rocks.CursorKind;

/** Scan contract tests with the plain cursor of RocksJava. */
class PlainCursorScanTest extends RocksScans {
  @Override
  CursorKind cursorKind() {
    return CursorKind.PLAIN;
  }
}
