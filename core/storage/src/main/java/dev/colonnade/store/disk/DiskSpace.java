package dev.colonnade.store.disk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Space on the disk of a store, with a reserve.
 *
 * <p>While the disk has space, the reserve is a file of a fixed size. When less than that size is
 * free beside it, the space is <em>low</em>: writes that add rows are refused, and the file is
 * deleted, so that the store can still flush and compact, rows can be deleted, and tables truncated
 * or dropped. When enough is free for the file and for its size once more, it is written again and
 * rows can be added.
 *
 * <p>The file system is queried by the callers, at most once in 20 ms. Thread-safe.
 */
public final class DiskSpace {
  /** Name of the reserve in the folder of a store. */
  public static final String RESERVE = "RESERVE";

  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

  private static final long CHECK_NANOS = 20_000_000;

  /** Time after which a reserve that could not be written is tried again. */
  private static final long RETRY_NANOS = 5_000_000_000L;

  private final FileSpace space;
  private final Path folder;
  private final ReserveFile file;
  private final long reserveBytes;
  private final NanoTicker ticker;
  private final Executor background;
  private final AtomicLong checkedNanos;

  /** Written under the monitor. */
  private volatile boolean low;

  /** Guarded by the monitor: the reserve is being written by another thread. */
  private boolean isRefilling;

  /** Guarded by the monitor. */
  private long refillFailedNanos;

  /**
   * Creates the space of a store, and examines the disk: if the space is low, the reserve is
   * released.
   *
   * @param background writes the reserve when there is space
   */
  public DiskSpace(
      Path folder, FileSpace space, DiskConfig config, NanoTicker ticker, Executor background) {
    this.space = requireNonNull(space, "space is null");
    this.folder = requireNonNull(folder, "folder is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.background = requireNonNull(background, "background is null");
    file = new ReserveFile(folder.resolve(RESERVE));
    reserveBytes = reserveBytes(config);
    checkedNanos = new AtomicLong(ticker.nanos() - CHECK_NANOS);
    refillFailedNanos = ticker.nanos() - RETRY_NANOS;
    check();
  }

  /** Returns the space of the disk of an existing folder. */
  public static DiskSpace open(
      Path folder, DiskConfig config, NanoTicker ticker, Executor background) {
    try {
      return new DiskSpace(folder, FileSpace.of(folder), config, ticker, background);
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "folder cannot be read folder=%s reason=%s".formatted(folder, e), e);
    }
  }

  private long reserveBytes(DiskConfig config) {
    if (config.reserveBytes() == 0) {
      return 0;
    }
    try {
      return config.reserveBytesOn(space.totalBytes());
    } catch (IOException e) {
      LOG.warn("the size of the disk is unknown, there is no reserve folder={}", folder, e);
      return 0;
    }
  }

  /** Returns whether there is too little space for writes that add rows. */
  public boolean isLow() {
    check();
    return low;
  }

  /** Throws DISK_FULL if there is too little space for a write that adds rows. */
  public void requireForRows() {
    if (isLow()) {
      throw new ColonnadeException(
          ErrorCode.DISK_FULL,
          ("disk is full, rows can be deleted and tables truncated or dropped, but no rows written"
                  + " until more space is free: freeBytes=%d requiredBytes=%d folder=%s")
              .formatted(freeBytes(), bytesToLeaveLow(), folder));
    }
  }

  /** Throws DISK_FULL if there is too little space for a commit of several chunks. */
  public void requireForLargeCommit() {
    if (isLow()) {
      throw new ColonnadeException(
          ErrorCode.DISK_FULL,
          ("disk is full, and the transaction is too large for the reserve; delete fewer rows at a"
                  + " time, or truncate or drop tables: freeBytes=%d requiredBytes=%d folder=%s")
              .formatted(freeBytes(), bytesToLeaveLow(), folder));
    }
  }

  /** Records that a write has failed because the disk is full, whatever the file system reports. */
  public void exhausted() {
    if (reserveBytes > 0 && !low) {
      enterLow(freeBytes());
    }
  }

  /** Returns the present state. */
  public DiskStatus status() {
    check();
    long reserved;
    try {
      reserved = file.bytes();
    } catch (IOException e) {
      reserved = 0;
    }
    return new DiskStatus(low, freeBytes(), reserved, reserveBytes);
  }

  /** Returns the free bytes beside the reserve; -1 if they are unknown. */
  private long freeBytes() {
    try {
      return space.usableBytes();
    } catch (IOException e) {
      return -1;
    }
  }

  private void check() {
    if (reserveBytes == 0) {
      return;
    }
    long now = ticker.nanos();
    long last = checkedNanos.get();
    if (now - last >= CHECK_NANOS && checkedNanos.compareAndSet(last, now)) {
      examine(freeBytes(), now);
    }
  }

  private synchronized void examine(long freeBytes, long now) {
    if (freeBytes < 0 || isRefilling) {
      return;
    }
    boolean isReserved = isReserved();
    if (freeBytes < reserveBytes && (!low || isReserved)) {
      enterLow(freeBytes);
    } else if (!isReserved
        && freeBytes >= bytesToLeaveLow()
        && now - refillFailedNanos >= RETRY_NANOS) {
      isRefilling = true;
      background.execute(this::refill);
    }
  }

  private boolean isReserved() {
    try {
      return file.bytes() >= reserveBytes;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the free bytes from which on the reserve is written and rows can be added. */
  private long bytesToLeaveLow() {
    return 2 * reserveBytes + reserveBytes / 4;
  }

  private synchronized void enterLow(long freeBytes) {
    if (!low) {
      LOG.warn(
          "the disk is full, no rows are written until more space is free freeBytes={}"
              + " requiredBytes={} folder={}",
          freeBytes,
          bytesToLeaveLow(),
          folder);
    }
    low = true;
    try {
      file.release();
    } catch (IOException e) {
      LOG.error("the reserve of disk space cannot be released folder={}", folder, e);
    }
  }

  private void refill() {
    boolean isDone = false;
    try {
      file.allocate(reserveBytes);
      isDone = true;
    } catch (IOException e) {
      LOG.warn("the reserve of disk space cannot be written folder={}", folder, e);
    } finally {
      refilled(isDone);
    }
  }

  private synchronized void refilled(boolean isDone) {
    isRefilling = false;
    if (!isDone) {
      refillFailedNanos = ticker.nanos();
    } else if (low) {
      low = false;
      LOG.info("the disk has space again folder={}", folder);
    }
  }
}
