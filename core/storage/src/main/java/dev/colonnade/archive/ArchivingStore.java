package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.ArchivePosition;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store that writes each group of changes to an archive before it applies it.
 *
 * <p>A group is appended to the archive first, and its number is a record in the batch that the
 * store writes. So a process that is killed leaves at most one group in the archive that the store
 * does not have; the next incarnation of the archive replaces it. After a loss of power the archive
 * may end before the store does, by the interval of its syncs: that is reported when the store is
 * opened.
 *
 * <p>Thread-safe. Writes are serialized, as the commit pipeline does by itself.
 */
public final class ArchivingStore extends ForwardingStore {
  private static final Logger LOG = LoggerFactory.getLogger(ArchivingStore.class);
  private static final Duration TICK_MAX = Duration.ofSeconds(1);

  private final RocksStore rocks;
  private final Archiver archiver;
  private final FileChannel folderLock;
  private final ReentrantLock lock = new ReentrantLock();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("colonnade-archive").factory());

  private ArchivingStore(RocksStore rocks, Archiver archiver, FileChannel folderLock) {
    super(rocks);
    this.rocks = rocks;
    this.archiver = archiver;
    this.folderLock = folderLock;
  }

  /**
   * Opens the archive of an open store, and returns a store that writes it.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if the archive is that of another store;
   *     STORE_LOCKED if another process writes it; STORE_IO; STORE_CORRUPT if a segment is damaged
   */
  public static ArchivingStore open(
      RocksStore rocks, ArchiveConfig config, PhysicalClock clock, NanoTicker ticker) {
    requireNonNull(rocks, "rocks is null");
    ArchiveFolder folder =
        ArchiveFolder.create(config.folder().orElseThrow(IllegalArgumentException::new));
    FileChannel folderLock = folder.lock();
    try {
      UUID id = rocks.identity().id();
      folder.requireStore(id);
      folder.deleteParts();
      List<ArchiveFolder.Segment> segments = folder.segments();
      int incarnation = segments.isEmpty() ? 1 : segments.getLast().header().incarnation() + 1;
      long number = position(rocks, segments, incarnation);
      Archiver archiver =
          new Archiver(
              folder, config, id, new Archiver.Clocks(clock, ticker), incarnation, number + 1);
      ArchivingStore store = new ArchivingStore(rocks, archiver, folderLock);
      store.start(config.syncInterval());
      return store;
    } catch (RuntimeException | Error e) {
      release(folderLock);
      throw e;
    }
  }

  /** Returns the number of the last group of the store, and makes it a record of the store. */
  private static long position(
      RocksStore rocks, List<ArchiveFolder.Segment> segments, int incarnation) {
    UUID id = rocks.identity().id();
    ArchivePosition position = ArchivePosition.read(rocks);
    long archived = segments.isEmpty() ? 0 : lastNumber(segments.getLast());
    if (position != null && position.storeId().equals(id)) {
      if (!segments.isEmpty() && archived < position.number()) {
        LOG.error(
            "the archive lacks groups {} to {}, which a loss of power has removed: write a backup,"
                + " because older ones can be restored to the time before only segment={}",
            archived + 1,
            position.number(),
            segments.getLast().path());
      }
      return position.number();
    }
    // Changes that were made without the archive are a gap in the numbers.
    ArchivePosition first =
        new ArchivePosition(id, incarnation, segments.isEmpty() ? 0 : archived + 1);
    try (Batch batch = rocks.newBatch()) {
      batch.put(Space.META, ArchivePosition.KEY.bytes(), first.encode());
      rocks.write(batch, Durability.SYNC);
    }
    return first.number();
  }

  static long lastNumber(ArchiveFolder.Segment segment) {
    long last = segment.header().first() - 1;
    try (SegmentReader reader = new SegmentReader(segment)) {
      ArchiveRecord record = reader.next();
      while (record != null) {
        last = record.kind() == ArchiveRecord.Kind.END ? record.number() - 1 : record.number();
        record = reader.next();
      }
    }
    return last;
  }

  /**
   * Removes the position of a store that is written without an archive from now on, so that the
   * missing groups are noticed.
   */
  public static void forget(RocksStore rocks) {
    if (rocks.get(Space.META, ArchivePosition.KEY) != null) {
      try (Batch batch = rocks.newBatch()) {
        batch.delete(Space.META, ArchivePosition.KEY.bytes());
        rocks.write(batch, Durability.SYNC);
      }
    }
  }

  private void start(Duration syncInterval) {
    boolean isOften = !syncInterval.isZero() && syncInterval.compareTo(TICK_MAX) < 0;
    long nanos =
        syncInterval.compareTo(TICK_MAX) > 0 || isOften
            ? syncInterval.toNanos()
            : TICK_MAX.toNanos();
    ScheduledFuture<?> _ =
        thread.scheduleWithFixedDelay(this::tick, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private void tick() {
    try {
      archiver.tick();
    } catch (RuntimeException | Error e) { // the thread goes on
      LOG.error("the archive failed", e);
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    if (batch.isEmpty()) {
      rocks.write(batch, durability);
      return;
    }
    byte[] bytes = rocks.serialized(batch);
    lock.lock();
    try {
      archiver.append(ArchiveRecord.Kind.BATCH, bytes, durability == Durability.SYNC);
      byte[] position = archiver.nextPosition().encode();
      apply(() -> rocks.write(bytes, batch.count(), ArchivePosition.KEY, position, durability));
    } finally {
      lock.unlock();
    }
  }

  /** Applies a group that was appended, and reports the outcome to the archive. */
  private void apply(Runnable write) {
    try {
      write.run();
    } catch (ColonnadeException e) {
      if (isCertainlyNotApplied(e.code())) {
        archiver.aborted();
      } else {
        archiver.uncertain();
      }
      throw e;
    } catch (RuntimeException | Error e) {
      archiver.uncertain();
      throw e;
    }
    archiver.applied();
  }

  /** Returns whether {@link dev.colonnade.store.Store#write} guarantees that nothing is applied. */
  private static boolean isCertainlyNotApplied(ErrorCode code) {
    return code == ErrorCode.DISK_FULL
        || code == ErrorCode.INVALID_ARGUMENT
        || code == ErrorCode.SHUTTING_DOWN
        || code == ErrorCode.INTERNAL;
  }

  @Override
  public TableFileWriter newTableFile(Space space) {
    return new ArchivedTableFile(rocks, space, archiver);
  }

  @Override
  public void ingest(List<TableFileWriter> files) {
    List<TableFileWriter> targets = new ArrayList<>();
    lock.lock();
    try {
      List<IngestedFile> copies = new ArrayList<>();
      for (TableFileWriter file : files) {
        if (!(file instanceof ArchivedTableFile archived)) {
          throw new IllegalArgumentException("file of another store file=" + file.getClass());
        }
        targets.add(archived.target());
        IngestedFile copy = move(archived, copies.size());
        if (copy != null) {
          copies.add(copy);
        }
      }
      archiver.append(ArchiveRecord.Kind.INGEST, IngestedFile.encode(copies), true);
      Failpoint.ARCHIVE_AFTER_FILES.pass();
      apply(() -> rocks.ingest(targets));
    } finally {
      lock.unlock();
    }
  }

  private @Nullable IngestedFile move(ArchivedTableFile file, int index) {
    try {
      return archiver.isWriting() ? file.moveTo(archiver.nextTable(index)) : null;
    } catch (IOException e) {
      archiver.fail("move", e);
      return null;
    }
  }

  /** Returns the status of the archive. */
  public ArchiveStatus status() {
    return archiver.status();
  }

  /** Syncs the archive now. */
  public void syncArchive() {
    archiver.tick();
  }

  @Override
  public void close() {
    thread.shutdown();
    rocks.close();
    try {
      thread.awaitTermination(TICK_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    archiver.close();
    release(folderLock);
  }

  private static void release(FileChannel folderLock) {
    try {
      folderLock.close();
    } catch (IOException e) {
      LOG.warn("the lock of the archive could not be released cause={}", e.toString());
    }
  }
}
