package dev.colonnade.replication.log;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.RangeLayout;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Store of a member: RocksDB without a log of its own, with the position of the last applied entry.
 * {@link LogApplier} is the only writer. An installed checkpoint replaces RocksDB; the caller
 * ensures that nothing reads it then.
 */
public final class MemberStore implements AutoCloseable {
  private final Path folder;
  private final RocksStoreConfig config;

  /** Replaced by {@link #replace}, while nothing else uses the store. */
  private volatile RocksStore rocks;

  /** Written by the thread that applies entries. */
  private volatile LogPosition applied;

  /** Held while RocksDB is flushed, and while it is replaced. */
  private final ReentrantLock exclusive = new ReentrantLock();

  private MemberStore(Path folder, RocksStoreConfig config, RocksStore rocks) {
    this.folder = folder;
    this.config = config;
    this.rocks = rocks;
    applied = LogPosition.decode(rocks.get(Space.META, LogPosition.KEY));
  }

  /**
   * Opens the store in {@code folder}, and creates it if it does not exist.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if it has data that did not come from a log:
   *     other members would not have them
   */
  public static MemberStore open(Path folder, RocksStoreConfig config) {
    requireNonNull(folder, "folder is null");
    RocksStoreConfig withoutLog = config.withLog(config.log().disabled());
    InstalledFiles.complete(folder);
    RocksStore rocks = RocksStore.open(folder, withoutLog, UUID.randomUUID());
    try {
      MemberStore store = new MemberStore(folder, withoutLog, rocks);
      if (store.applied.equals(LogPosition.START) && !store.isEmpty() && !store.hasBase()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "store has data that are not from the log of a cluster folder=" + folder);
      }
      return store;
    } catch (RuntimeException | Error e) {
      rocks.close();
      throw e;
    }
  }

  /** Returns whether nothing was written yet, so that no engine can read the store. */
  public boolean isEmpty() {
    return rocks.get(Space.META, RangeLayout.NEXT_ID) == null;
  }

  /** Returns whether the store contains data that are not from the log; its checkpoints do too. */
  public boolean hasBase() {
    return rocks.get(Space.META, StoreConversion.BASE_KEY) != null;
  }

  public Path folder() {
    return folder;
  }

  public RocksStore rocks() {
    return rocks;
  }

  /** Returns the folder of the files of RocksDB. */
  public Path files() {
    return RocksStore.filesOf(folder);
  }

  /** Returns the position of the last applied entry. */
  public LogPosition applied() {
    return applied;
  }

  /** Returns the position that a crash would leave. */
  public LogPosition durable() {
    return LogPosition.decode(rocks.getDurable(Space.META, LogPosition.KEY));
  }

  /** Returns the bytes of a batch without changes. */
  public byte[] emptyBatch() {
    try (Batch batch = rocks.newBatch()) {
      return rocks.serialized(batch);
    }
  }

  /** Applies a batch, and moves the position forward, in one atomic write. */
  void apply(byte[] batch, LogPosition position) {
    assert position.index() > applied.index() : "applied twice position=" + position;
    rocks.apply(batch, LogPosition.KEY, position.encode());
    applied = position;
  }

  /** Makes everything that is applied before the call durable. Entries are applied meanwhile. */
  public void flush() {
    exclusive.lock();
    try {
      rocks.flush();
    } finally {
      exclusive.unlock();
    }
  }

  /**
   * Creates a copy of RocksDB's files in a new folder. Returns the position that it contains. No
   * entry is applied meanwhile.
   */
  LogPosition checkpoint(Path target) {
    LogPosition position = applied;
    rocks.checkpoint(target);
    assert position.equals(applied) : "applied during a checkpoint";
    return position;
  }

  /** Replaces RocksDB by the files in {@code source}, which are moved. Nothing uses the store. */
  public void replace(Path source) {
    exclusive.lock();
    try {
      rocks.close();
      InstalledFiles.begin(folder, source);
      InstalledFiles.complete(folder);
      rocks = RocksStore.open(folder, config, UUID.randomUUID());
      applied = LogPosition.decode(rocks.get(Space.META, LogPosition.KEY));
    } finally {
      exclusive.unlock();
    }
  }

  @Override
  public void close() {
    rocks.close();
  }
}
