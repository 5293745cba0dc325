package dev.colonnade.scan;

import dev.colonnade.store.rocks.config.CursorKind;

/** Scan contract tests with the plain cursor of RocksJava. */
class PlainCursorScanTest extends RocksScanContract {
  @Override
  CursorKind cursorKind() {
    return CursorKind.PLAIN;
  }
}
