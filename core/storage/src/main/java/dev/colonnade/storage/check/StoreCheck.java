package dev.colonnade.storage.check;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.range.TableRowBoundaries;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;

/**
 * Offline check of a store: walks everything in it. Nothing is changed except by opening it, which
 * replays the write-ahead log after a crash.
 */
public final class StoreCheck {
  private StoreCheck() {}

  /**
   * Checks the store in {@code folder}.
   *
   * @throws dev.colonnade.error.ColonnadeException STORE_IO if there is no store; STORE_LOCKED if a
   *     process has it open; STORE_FORMAT_TOO_NEW; STORE_CORRUPT if it is damaged so much that it
   *     cannot be walked at all: files, log or catalog
   */
  public static StoreReport run(
      Path folder, RocksStoreConfig config, VerificationObserver observer) {
    requireNonNull(observer, "observer is null");
    try (Store store = new DeletedSpanStore(RocksStore.openExisting(folder, config));
        Snapshot snapshot = store.snapshot()) {
      Catalog catalog = Catalog.open(snapshot);
      RangeVerification ranges =
          RangeVerifier.verify(snapshot, new TableRowBoundaries(catalog), observer);
      CatalogSnapshot tables = catalog.snapshot();
      return new StoreReport(store.identity(), tables.version(), tables.tables().size(), ranges);
    }
  }
}
