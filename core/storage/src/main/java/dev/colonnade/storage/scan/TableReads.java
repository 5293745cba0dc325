package dev.colonnade.storage.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.Parallelism;
import dev.colonnade.scan.Scanner;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.storage.lifecycle.OperationGate;
import org.jspecify.annotations.Nullable;

/**
 * Reads of tables. Every read checks after it whether the table still exists, since rows of a table
 * that is being dropped may be missing; then it fails with UNKNOWN_TABLE.
 */
public final class TableReads {
  private final VersionedReads reads;
  private final ScannerFactory scanners;
  private final Scanner scanner;
  private final Parallelism parallelism;
  private final RangeLoads loads;
  private final OperationGate gate;

  public TableReads(
      VersionedReads reads,
      ScannerFactory scanners,
      Parallelism parallelism,
      RangeLoads loads,
      OperationGate gate) {
    this.reads = requireNonNull(reads, "reads is null");
    this.scanners = requireNonNull(scanners, "scanners is null");
    this.scanner = scanners.of(reads);
    this.parallelism = requireNonNull(parallelism, "parallelism is null");
    this.loads = requireNonNull(loads, "loads is null");
    this.gate = requireNonNull(gate, "gate is null");
  }

  public long latest() {
    return reads.latest();
  }

  /** Returns whether {@link #latest} is the newest timestamp of all copies. Never waits. */
  public boolean isCurrent() {
    return reads.isCurrent();
  }

  /** Throws SERIALIZATION_FAILURE unless {@link #latest}, read before, was the newest. */
  public void requireCurrent() {
    reads.requireCurrent();
  }

  public @Nullable Version get(Table table, Key key, long readTimestamp) {
    return get(table, key, readTimestamp, reads);
  }

  /**
   * Variant of {@link #get} that reads the given view of a transaction instead of committed data.
   */
  public @Nullable Version get(Table table, Key key, long readTimestamp, VersionedReads overlaid) {
    gate.enter();
    try {
      loads.read(key);
      table.requireReadable(readTimestamp);
      Version version = overlaid.get(key, readTimestamp);
      table.requireLive(key);
      return version;
    } finally {
      gate.exit();
    }
  }

  public CachedVersion tryGet(Table table, Key key, long readTimestamp) {
    gate.enter();
    try {
      loads.read(key);
      table.requireReadable(readTimestamp);
      CachedVersion version = reads.tryGet(key, readTimestamp);
      table.requireLive(key);
      return version;
    } finally {
      gate.exit();
    }
  }

  public ScanPage page(Table table, ScanRequest request, Cancellation cancellation) {
    return page(table, request, cancellation, scanner);
  }

  /**
   * Variant of {@link #page} that reads the given view of a transaction instead of committed data.
   */
  public ScanPage page(
      Table table, ScanRequest request, Cancellation cancellation, VersionedReads overlaid) {
    return page(table, request, cancellation, scanners.uncached(overlaid));
  }

  private ScanPage page(
      Table table, ScanRequest request, Cancellation cancellation, Scanner scanner) {
    gate.enter();
    try {
      loads.read(request.spans());
      table.requireReadable(request.readTimestamp());
      return TableScanStream.requireLive(
          table, request.target().indexId(), scanner.page(request, cancellation));
    } finally {
      gate.exit();
    }
  }

  public PageStream open(Table table, ScanRequest request, Cancellation cancellation) {
    return open(table, request, cancellation, scanner);
  }

  /**
   * Variant of {@link #open} that reads the given view of a transaction instead of committed data.
   */
  public PageStream open(
      Table table, ScanRequest request, Cancellation cancellation, VersionedReads overlaid) {
    return open(table, request, cancellation, scanners.uncached(overlaid));
  }

  private PageStream open(
      Table table, ScanRequest request, Cancellation cancellation, Scanner scanner) {
    gate.enter();
    try {
      loads.read(request.spans());
      table.requireReadable(request.readTimestamp());
      PageStream stream =
          parallelism.degree() == 1
              ? scanner.open(request, cancellation)
              : scanner.open(request, cancellation, parallelism);
      return new TableScanStream(table, request.target().indexId(), stream, gate);
    } catch (RuntimeException | Error e) {
      gate.exit();
      throw e;
    }
  }

  /** Frees the memory of scanners. */
  public void close() {
    scanners.close();
  }
}
