package dev.colonnade.scan.row;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionCursor;
import java.util.List;

/**
 * Row reader for tables of one family, whose rows are one KV each, read in place: nothing is
 * copied.
 */
final class SingleFamilyReader extends RowReader {
  private final SpanCursor cursor;
  private boolean onRow;
  private long rowsBefore;

  SingleFamilyReader(SpanCursor cursor, RowView row) {
    super(row, cursor.isReverse());
    this.cursor = cursor;
  }

  @Override
  public Position advance() {
    if (onRow) {
      rowsBefore++;
    }
    onRow = cursor.advance();
    if (!onRow) {
      return cursor.paused() ? Position.PAUSED : Position.END;
    }
    VersionCursor kv = cursor.kv();
    row.positionValue(0, kv.valueAddress(), kv.valueLength());
    return Position.ROW;
  }

  @Override
  public void positionKey() {
    VersionCursor kv = cursor.kv();
    row.positionKey(kv.keyAddress(), kv.keyLength());
  }

  @Override
  public long rowBytes() {
    VersionCursor kv = cursor.kv();
    return (long) kv.keyLength() + kv.valueLength();
  }

  @Override
  public long keyValueBytes() {
    VersionCursor kv = cursor.kv();
    return KeyValueLayout.bytes(kv.keyLength(), kv.valueLength());
  }

  @Override
  public void copyKeyValues(long to) {
    VersionCursor kv = cursor.kv();
    KeyValueLayout.write(to, kv.keyAddress(), kv.keyLength(), kv.valueAddress(), kv.valueLength());
  }

  @Override
  public long storedKeyAddress() {
    return cursor.kv().keyAddress();
  }

  @Override
  public int storedKeyLength() {
    return cursor.kv().keyLength();
  }

  @Override
  Key rowKey() {
    return cursor.key();
  }

  @Override
  Key endOf(Key rowKey) {
    return rowKey.successor();
  }

  @Override
  List<KeySpan> remaining(Key from) {
    return cursor.remaining(cursor.spansStarted(), from);
  }

  @Override
  public long scannedBytesBefore() {
    return cursor.bytesScanned() - (onRow ? cursor.positionBytes() : 0);
  }

  @Override
  public long scannedBytesWithRow() {
    return cursor.bytesScanned();
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
    return cursor.keysStepped();
  }

  @Override
  public long hiddenKeys() {
    return keysStepped() - keyValuesWithRow();
  }

  @Override
  public long versionsLookedUp() {
    return cursor.versionsLookedUp();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
