package dev.colonnade.storage.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sampler of the rows of a table, whose work does not grow with the table. Thread-safe.
 *
 * <p>The rows are divided into strata of about the same number of bytes, by the sizes that the
 * store estimates from its files. In each stratum, positions are random keys between its bounds,
 * which assumes that keys are evenly distributed within a stratum only. At each position three rows
 * are taken, with a random distance between the first two; the last two are neighbors.
 */
public final class RowSampler {
  /** The number of rows that are taken at one position. */
  private static final int POSITION_ROWS = 3;

  /** The number of rows that are skipped before a row is taken, at most. */
  private static final int SKIPPED_ROWS_MAX = 8;

  private static final int STRATA_MAX = 1_000;

  /** The number of keys without a visible version at which a position is given up. */
  private static final int INVISIBLE_KEYS_MAX = 1_000;

  private final Store store;
  private final VersionedReads reads;
  private final RowBoundaries boundaries;

  public RowSampler(Store store, VersionedReads reads, RowBoundaries boundaries) {
    this.store = requireNonNull(store, "store is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.boundaries = requireNonNull(boundaries, "boundaries is null");
  }

  /**
   * Returns the spans of sampled rows, in key order and without duplicates. A span may contain two
   * rows, which are neighbors.
   *
   * @param rowsMax the maximum number of rows
   */
  public List<KeySpan> sample(
      Table table,
      int rowsMax,
      long readTimestamp,
      SplittableRandom random,
      Cancellation cancellation) {
    try (ReadView view = reads.open(readTimestamp);
        VersionCursor cursor = view.cursor(table.format().keyCodec().span())) {
      cursor.pauseAfterSkips(INVISIBLE_KEYS_MAX);
      KeySpan content = content(table, cursor);
      int positions = Math.max(1, rowsMax / POSITION_ROWS);
      List<KeySpan> rows = new ArrayList<>(rowsMax);
      Key last = Key.EMPTY;
      for (Key position : positions(content, positions, random)) {
        cancellation.check();
        List<KeySpan> found = at(table, cursor, Key.max(position, last), random);
        if (!found.isEmpty() && found.getFirst().start().compareTo(last) >= 0) {
          rows.addAll(found);
          last = found.getLast().end();
        }
      }
      return rows;
    }
  }

  /** Returns the spans of the rows at a position; none at the end of the table. */
  private List<KeySpan> at(
      Table table, VersionCursor cursor, Key position, SplittableRandom random) {
    List<KeySpan> found = new ArrayList<>(POSITION_ROWS);
    boolean isOnRow = cursor.seek(position);
    int rowCount = 0;
    while (isOnRow && rowCount < POSITION_ROWS) {
      boolean isLast = rowCount == POSITION_ROWS - 1;
      int skips = isLast ? 0 : random.nextInt(SKIPPED_ROWS_MAX + 1);
      for (; skips > 0 && isOnRow; skips--) {
        isOnRow = cursor.next();
      }
      if (isOnRow) {
        KeySpan row = table.format().keyCodec().rowSpan(boundaries.rowStart(cursor.key()));
        if (found.isEmpty() || row.start().compareTo(found.getLast().end()) >= 0) {
          found.add(isLast ? new KeySpan(found.removeLast().start(), row.end()) : row);
          rowCount++;
        }
        isOnRow = cursor.next();
      }
    }
    return rowCount == POSITION_ROWS ? found : List.of();
  }

  /** Returns the span from the first visible key of a table to the last one. */
  private static KeySpan content(Table table, VersionCursor cursor) {
    KeySpan all = table.format().keyCodec().span();
    Key start = cursor.seekToFirst() ? cursor.key() : all.start();
    Key end = cursor.seekToLast() ? cursor.key() : all.end();
    return start.compareTo(end) < 0 ? new KeySpan(start, end) : all;
  }

  private List<Key> positions(KeySpan content, int count, SplittableRandom random) {
    List<Key> positions = new ArrayList<>(count);
    int strata = Math.min(STRATA_MAX, count);
    for (Stratum stratum : strata(content, strata)) {
      int positionCount = (int) ((long) stratum.weight() * count / strata);
      List<Key> own = new ArrayList<>(positionCount);
      for (int i = 0; i < positionCount; i++) {
        own.add(KeyInterpolation.between(stratum.span(), random.nextDouble()));
      }
      own.sort(null);
      positions.addAll(own);
    }
    return positions;
  }

  /** Part of the keys. The weight is a number of strata of the same size. */
  private record Stratum(KeySpan span, int weight, long bytes, int depth) {}

  /** Returns the keys in parts of about the same number of bytes. */
  private List<Stratum> strata(KeySpan content, int count) {
    List<Stratum> found = new ArrayList<>(count);
    divide(new Stratum(content, count, bytes(content), 0), found);
    return found;
  }

  private void divide(Stratum whole, List<Stratum> into) {
    Key middle = KeyInterpolation.between(whole.span(), 0.5);
    boolean isDivisible =
        middle.compareTo(whole.span().start()) > 0 && middle.compareTo(whole.span().end()) < 0;
    if (whole.weight() <= 1 || whole.bytes() <= 0 || whole.depth() > Long.SIZE || !isDivisible) {
      into.add(whole);
      return;
    }
    KeySpan before = new KeySpan(whole.span().start(), middle);
    KeySpan after = new KeySpan(middle, whole.span().end());
    long bytes = Math.min(whole.bytes(), bytes(before));
    int weight = (int) Math.round((double) whole.weight() * bytes / whole.bytes());
    if (weight > 0) {
      divide(new Stratum(before, weight, bytes, whole.depth() + 1), into);
    }
    if (weight < whole.weight()) {
      divide(
          new Stratum(after, whole.weight() - weight, whole.bytes() - bytes, whole.depth() + 1),
          into);
    }
  }

  private long bytes(KeySpan span) {
    return store.approximateBytes(Space.ROWS, span);
  }
}
