package dev.colonnade.scan;

import dev.colonnade.store.rocks.CursorKind;

/** Scan contract tests with the cursor that calls RocksDB directly. */
class NativeCursorScanTest extends RocksScans {
  @Override
  CursorKind cursorKind() {
    return CursorKind.NATIVE;
  }
}
