package dev.colonnade.server.setup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.disk.FullDiskStore;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.PromotableStore;
import dev.colonnade.store.Store;
import dev.colonnade.store.disk.DiskConfig;
import dev.colonnade.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start on a disk that is too full to open the store for writing: the store is opened read-only,
 * and a thread opens it for writing as soon as there is space. Sessions continue; their writes fail
 * with 25006 until then.
 */
public final class FullDiskStart implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FullDiskStart.class);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Database database;
  private final StorageConfig config;
  private final Store readOnly;
  private final Thread thread;

  private FullDiskStart(Database database, StorageConfig config, Store readOnly) {
    this.database = requireNonNull(database, "database is null");
    this.config = requireNonNull(config, "config is null");
    this.readOnly = requireNonNull(readOnly, "readOnly is null");
    thread = Thread.ofPlatform().daemon().name("colonnade-full-disk").unstarted(this::run);
  }

  /** Returns whether a store that could not be opened can be opened read-only. */
  static boolean isPossible(StorageConfig config, ColonnadeException failure) {
    return failure.code() == ErrorCode.DISK_FULL
        && RocksStore.exists(config.folder())
        && config.archive().folder().isEmpty();
  }

  /**
   * Opens the database read-only.
   *
   * @param failure failure of opening it for writing
   */
  static Database open(StorageConfig config, ColonnadeException failure) {
    LOG.error("the disk is full, the server is read-only until there is space", failure);
    RocksStore files = RocksStore.openReadOnly(config.folder(), config.store());
    try {
      Store store =
          new FullDiskStore(
              files,
              "the server is read-only because the disk was full when it started; it writes again"
                  + " when %d bytes are free: folder=%s"
                      .formatted(requiredBytes(config), config.folder()));
      return Database.open(config, store, StorageRole.REPLICA);
    } catch (RuntimeException | Error e) {
      files.close();
      throw e;
    }
  }

  /**
   * Returns a thread that opens the store for writing when there is space; null if the database is
   * not read-only because of a full disk.
   */
  public static @Nullable FullDiskStart watch(Database database) {
    if (database.storage().readOnlyReason() == null) {
      return null;
    }
    if (!(database.storage().store() instanceof DeletedSpanStore spans
        && spans.files() instanceof PromotableStore store)) {
      throw new IllegalStateException("the engine of a read-only database is not a replica's");
    }
    FullDiskStart start = new FullDiskStart(database, database.config(), store.first());
    start.thread.start();
    return start;
  }

  /** Returns the free bytes from which on the store is opened for writing. */
  private static long requiredBytes(StorageConfig config) {
    try {
      return DiskConfig.automatic(config.store().memory().writeBufferBytes())
          .reserveBytesOn(Files.getFileStore(config.folder()).getTotalSpace());
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "size of the disk is unknown folder=" + config.folder(), e);
    }
  }

  private void run() {
    try {
      Store opened = null;
      while (opened == null) {
        Thread.sleep(PAUSE);
        opened = hasSpace() ? tryOpen() : null;
      }
      while (!isPromoted(opened)) {
        Thread.sleep(PAUSE);
      }
      while (!isClosed(readOnly)) {
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server is closed; the engine closes the open store
    }
  }

  private boolean hasSpace() {
    try {
      return Files.getFileStore(config.folder()).getUsableSpace() >= requiredBytes(config);
    } catch (IOException | ColonnadeException e) {
      LOG.warn("the free space of the disk is unknown folder={}", config.folder(), e);
      return false;
    }
  }

  private @Nullable Store tryOpen() {
    try {
      return RocksStore.open(config.folder(), config.store(), UUID.randomUUID());
    } catch (ColonnadeException e) {
      LOG.warn("the store cannot be opened for writing yet", e);
      return null;
    }
  }

  private boolean isPromoted(Store opened) {
    try {
      database.promote(opened);
      LOG.info("the disk has space, the server writes again");
      return true;
    } catch (RuntimeException e) {
      LOG.warn("the server cannot write yet", e);
      return false;
    }
  }

  /** Returns whether the read-only store could be closed: nothing reads it any more. */
  private static boolean isClosed(Store store) {
    try {
      store.close();
      return true;
    } catch (IllegalStateException e) {
      LOG.debug("the read-only store is still being read", e);
      return false;
    }
  }

  /** Ends the thread. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
