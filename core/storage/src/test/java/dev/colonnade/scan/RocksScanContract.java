package dev.colonnade.scan;

import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** Scan contract tests on RocksDB, with one kind of cursor. */
abstract class RocksScanContract extends ScanContract {
  @TempDir Path folder;

  abstract CursorKind cursorKind();

  @Override
  Store newStore() {
    return RocksStore.open(
        folder, RocksStoreConfig.defaults().withCursorKind(cursorKind()), new UUID(7, 7));
  }
}
