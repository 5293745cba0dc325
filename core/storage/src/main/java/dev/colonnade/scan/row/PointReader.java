package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.memory.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads single rows by their keys, without a cursor: for a few rows that lie apart, asking for each
 * is cheaper than opening a cursor. They are copied to scratch memory and shown from there.
 */
final class PointReader extends RowReader {
  private final List<Key> rowKeys;
  private final Function<Key, byte @Nullable []> values;

  /** Key and value of the present row, in raw format. */
  private final Scratch keyValue;

  /** Of the row behind the present one. */
  private int nextIndex;

  private boolean onRow;
  private long rowsBefore;
  private long scannedBytes;
  private long rowBytes;

  PointReader(
      RowView row,
      List<Key> rowKeys,
      Function<Key, byte @Nullable []> values,
      RequestMemory memory) {
    super(row, false);
    this.rowKeys = List.copyOf(rowKeys);
    this.values = requireNonNull(values, "values is null");
    this.keyValue = new Scratch(memory);
  }

  @Override
  public Position advance() {
    rowsBefore += onRow ? 1 : 0;
    onRow = false;
    rowBytes = 0;
    while (nextIndex < rowKeys.size()) {
      Key key = rowKeys.get(nextIndex++);
      byte[] value = values.apply(key);
      if (value != null) {
        show(key.bytes(), value);
        return Position.ROW;
      }
      scannedBytes += key.length();
    }
    return Position.END;
  }

  private void show(byte[] key, byte[] value) {
    long to = keyValue.ensure(KeyValueLayout.bytes(key.length, value.length));
    KeyValueLayout.write(to, key, value);
    row.showValue(0, KeyValueLayout.valueAddress(to), value.length);
    onRow = true;
    rowBytes = (long) key.length + value.length;
    scannedBytes += rowBytes;
  }

  @Override
  public void showKey() {
    long at = keyValue.address();
    row.showKey(KeyValueLayout.keyAddress(at), KeyValueLayout.keyLength(at));
  }

  @Override
  public long rowBytes() {
    return rowBytes;
  }

  @Override
  public long keyValueBytes() {
    return KeyValueLayout.HEADER_BYTES + rowBytes;
  }

  @Override
  public void copyKeyValues(long to) {
    NativeMemory.copy(keyValue.address(), to, keyValueBytes());
  }

  @Override
  List<KeySpan> remaining(Key from) {
    List<KeySpan> remaining = new ArrayList<>();
    for (Key rowKey : rowKeys.subList(nextIndex - 1, rowKeys.size())) {
      if (rowKey.compareTo(from) >= 0) {
        remaining.add(KeySpan.single(rowKey));
      }
    }
    return remaining;
  }

  @Override
  public long storedKeyAddress() {
    return KeyValueLayout.keyAddress(keyValue.address());
  }

  @Override
  public int storedKeyLength() {
    return KeyValueLayout.keyLength(keyValue.address());
  }

  @Override
  Key rowKey() {
    return rowKeys.get(nextIndex - 1);
  }

  @Override
  Key endOf(Key rowKey) {
    return rowKey.successor();
  }

  @Override
  public long scannedBytesBefore() {
    return scannedBytes - rowBytes;
  }

  @Override
  public long scannedBytesWithRow() {
    return scannedBytes;
  }

  @Override
  public long keyValuesBefore() {
    return rowsBefore;
  }

  @Override
  public long keyValuesWithRow() {
    return rowsBefore + (onRow ? 1 : 0);
  }

  @Override
  public long keysStepped() {
    return nextIndex;
  }

  @Override
  public long hiddenKeys() {
    return nextIndex - keyValuesWithRow();
  }

  /** Not known: a get does not tell where it found the version. */
  @Override
  public long versionsLookedUp() {
    return 0;
  }

  @Override
  public void close() {
    keyValue.close();
  }
}
