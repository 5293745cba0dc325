package dev.colonnade.scan;

import dev.colonnade.store.rocks.config.CursorKind;

/** Scan contract tests with the cursor that calls RocksDB directly. */
class NativeCursorScanTest extends RocksScanContract {
  @Override
  CursorKind cursorKind() {
    return CursorKind.NATIVE;
  }
}
