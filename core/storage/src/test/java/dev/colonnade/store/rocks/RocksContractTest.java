package dev.colonnade.store.rocks;

import dev.colonnade.store.CursorContract;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreContract;
import dev.colonnade.store.rocks.config.CursorKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class RocksContractTest {

  @Nested
  class AsStore extends StoreContract {
    @TempDir private Path folder;

    @Override
    protected Store open() {
      return RocksStoreFixture.open(folder);
    }
  }

  @Nested
  class NativeCursors extends CursorContract {
    @TempDir private Path folder;

    @Override
    protected Store open() {
      return RocksStoreFixture.open(folder, CursorKind.NATIVE);
    }
  }

  @Nested
  class PlainCursors extends CursorContract {
    @TempDir private Path folder;

    @Override
    protected Store open() {
      return RocksStoreFixture.open(folder, CursorKind.PLAIN);
    }
  }
}
