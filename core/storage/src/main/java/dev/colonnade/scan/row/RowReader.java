package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.type.row.RowFormat;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shows the rows of some spans one after the other, each of them whole: a row is the KVs of all
 * families that are needed. What is shown is valid until the next {@link #advance}.
 *
 * <p>What was done is counted up to, and without, the present row. So a page that ends in front of
 * a row is charged the same whether the reader then goes on, or another one is opened at that row.
 * Not safe for use by several threads.
 */
public abstract sealed class RowReader implements AutoCloseable
    permits SingleFamilyReader, FamiliesReader, PointReader {

  /** Where a move has led to. */
  public enum Position {
    /** On a row. */
    ROW,
    /** Into the middle of many deleted keys; another move goes on. */
    PAUSED,
    /** To the end. */
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
   * row. Backward, the last row comes first.
   */
  public static RowReader open(
      RowFormat format, RowView row, ReadView view, Route route, RequestMemory memory) {
    SpanCursor cursor = new SpanCursor(view, route.spans(), route.reverse());
    return format.latest().hasFamilyByte()
        ? new FamiliesReader(cursor, row, memory)
        : new SingleFamilyReader(cursor, row);
  }

  /**
   * Opens a reader of the rows with these keys, which ascend, of a table of one family.
   *
   * @param values finds the value of a row key; null if there is none
   */
  public static RowReader ofPoints(
      RowView row,
      List<Key> rowKeys,
      Function<Key, byte @Nullable []> values,
      RequestMemory memory) {
    return new PointReader(row, rowKeys, values, memory);
  }

  /** Spans and the direction in which they are walked. */
  public record Route(List<KeySpan> spans, boolean reverse) {
    public Route {
      spans = List.copyOf(requireNonNull(spans, "spans is null"));
    }
  }

  /** Moves to the next row. */
  public abstract Position advance();

  /** The present row; its key is there only after {@link #showKey}. */
  public final RowView row() {
    return row;
  }

  /** Makes the columns of the key readable, for those that look at them. */
  public abstract void showKey();

  /** Bytes of the present row's key and of all its values that are needed. */
  public abstract long rowBytes();

  /** Bytes of the present row in raw format. */
  public abstract long keyValueBytes();

  /** Writes the present row in raw format; see {@link KeyValueLayout}. */
  public abstract void copyKeyValues(long to);

  /** What is left in front of the reader, the present row included. After END: nothing. */
  public final List<KeySpan> remaining() {
    Key rowKey = rowKey();
    return remaining(reverse ? endOf(rowKey) : rowKey);
  }

  /** What is left behind the present row. */
  public final List<KeySpan> remainingBehindRow() {
    Key rowKey = rowKey();
    return remaining(reverse ? rowKey : endOf(rowKey));
  }

  /** What is left from a key of the present row's span on; backward, up to it, excluded. */
  abstract List<KeySpan> remaining(Key from);

  /**
   * Where the first key of the present row lies as it is stored, so with the family byte where
   * there is one.
   */
  public abstract long storedKeyAddress();

  /** Bytes of that key. */
  public abstract int storedKeyLength();

  /** The row key of the present row; after a pause, of the next key to look at. */
  abstract Key rowKey();

  /** The smallest key above all of a row. */
  abstract Key endOf(Key rowKey);

  /** What was done before the present row since the reader was opened; after END: all. */
  public abstract long scannedBytesBefore();

  /** What was done up to and with the present row. */
  public abstract long scannedBytesWithRow();

  /** Visible KVs that were come by before the present row. */
  public abstract long keyValuesBefore();

  /** Visible KVs that were come by up to and with the present row. */
  public abstract long keyValuesWithRow();

  /** Keys that were come by, shown or not. */
  public abstract long keysStepped();

  /** Those of them that are not visible. */
  public abstract long hiddenKeys();

  /** How often the history had to be looked into. */
  public abstract long versionsLookedUp();

  /** Frees what the reader holds. Closing twice is harmless. */
  @Override
  public abstract void close();
}
