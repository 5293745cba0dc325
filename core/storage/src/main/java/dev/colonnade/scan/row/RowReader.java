package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.type.row.RowFormat;
import java.util.List;

/**
 * Iterator over the whole rows of some spans: a row consists of the KVs of all needed families. The
 * current row is valid until the next {@link #advance}.
 *
 * <p>The charges are counted up to the current row, exclusive. So a page that ends in front of a
 * row is charged the same whether this reader continues or another one is opened at that row. Not
 * thread-safe.
 */
public abstract sealed class RowReader implements AutoCloseable
    permits SingleFamilyReader, MultiFamilyReader {

  /** Position of the reader after a move. */
  public enum Position {
    /** On a row. */
    ROW,
    /** Among many deleted keys; another move continues. */
    PAUSED,
    /** At the end. */
    END
  }

  final RowView row;
  private final boolean reverse;

  RowReader(RowView row, boolean reverse) {
    this.row = requireNonNull(row, "row is null");
    this.reverse = reverse;
  }

  /**
   * Opens a reader over spans that ascend, do not overlap, and neither begin nor end inside of a
   * row. In a reverse scan, the last row comes first.
   */
  public static RowReader open(
      RowFormat format, RowView row, ReadView view, Route route, RequestMemory memory) {
    SpanCursor cursor = new SpanCursor(view, route.spans(), route.reverse(), route.fillsCache());
    return format.latest().hasFamilyByte()
        ? new MultiFamilyReader(cursor, row, memory)
        : new SingleFamilyReader(cursor, row);
  }

  /**
   * Spans, and how they are read.
   *
   * @param reverse whether they are read from the last key to the first
   * @param fillsCache whether blocks of table files that are read are kept in memory; false for
   *     rows that will not be read again soon, as the column cache keeps what is needed of them
   */
  public record Route(List<KeySpan> spans, boolean reverse, boolean fillsCache) {
    public Route {
      spans = List.copyOf(requireNonNull(spans, "spans is null"));
    }

    /** Creates a route whose blocks are kept in memory. */
    public Route(List<KeySpan> spans, boolean reverse) {
      this(spans, reverse, true);
    }
  }

  /** Moves to the next row. */
  public abstract Position advance();

  /** Returns the current row; its key columns are readable only after {@link #positionKey}. */
  public final RowView row() {
    return row;
  }

  /** Positions the row view on the current row's key, so that key columns are readable. */
  public abstract void positionKey();

  /**
   * Returns the bytes of the current row's key and needed values, and at most one KV header per
   * family.
   */
  public abstract long rowBytes();

  /** Returns the bytes of the current row in raw format. */
  public abstract long keyValueBytes();

  /** Writes the current row in raw format, see {@link KeyValueLayout}. */
  public abstract void copyKeyValues(long to);

  /** Returns the spans still to be read, the current row included. Not to be called after END. */
  public final List<KeySpan> remaining() {
    Key rowKey = rowKey();
    return remaining(reverse ? endOf(rowKey) : rowKey);
  }

  /** Returns the spans still to be read after the current row. */
  public final List<KeySpan> remainingAfterRow() {
    Key rowKey = rowKey();
    return remaining(reverse ? rowKey : endOf(rowKey));
  }

  /**
   * Returns the spans still to be read from a key of the current span on; in reverse, up to it,
   * excluded.
   */
  abstract List<KeySpan> remaining(Key from);

  /**
   * Returns the address of the current row's first key in stored form, with the family byte if the
   * table has one.
   */
  public abstract long storedKeyAddress();

  /** Returns the bytes of the current row's first key in stored form. */
  public abstract int storedKeyLength();

  /** Returns the row key of the current row; after a pause, of the next key to read. */
  abstract Key rowKey();

  /** Returns the smallest key above all keys of a row. */
  abstract Key endOf(Key rowKey);

  /**
   * Returns the bytes scanned before the current row since the reader was opened; after END, in
   * all.
   */
  public abstract long scannedBytesBefore();

  /** Returns the bytes scanned up to and with the current row. */
  public abstract long scannedBytesWithRow();

  /** Returns the visible KVs read before the current row. */
  public abstract long keyValuesBefore();

  /** Returns the visible KVs read up to and with the current row. */
  public abstract long keyValuesWithRow();

  /** Returns the keys stepped over, visible or not. */
  public abstract long keysStepped();

  /** Returns the keys stepped over that are not visible. */
  public abstract long hiddenKeys();

  /** Returns the number of lookups in the version history. */
  public abstract long versionsLookedUp();

  /** Closes the cursor and frees the reader's memory. Idempotent. */
  @Override
  public abstract void close();
}
