package dev.colonnade.scan.row;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.memory.ScratchBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Row reader for tables of several families, whose rows have several KVs. The cursor has to move to
 * the next KV before a row is complete, which invalidates the previous one; so the needed KVs are
 * copied to scratch memory, in raw format, and read from there. A row ends at a key of another row
 * or at the end: the cursor is positioned there while the row is current.
 *
 * <p>KVs without a first family are not a row: deleted rows lose all their families at once.
 */
final class MultiFamilyReader extends RowReader {
  private static final int NO_KEY_VALUE = -1;

  private final SpanCursor cursor;

  /** Key of the first KV that was read of the row, of any family. */
  private final ScratchBuffer firstKey;

  private int firstKeyLength;

  /** Needed KVs of the row, in the order in which they were read. */
  private final ScratchBuffer staged;

  private int stagedBytes;

  /** By part, the offset of its KV in {@link #staged}, or NO_KEY_VALUE. */
  private final int[] stagedAt;

  /**
   * Cursor position: ROW is a KV of the next row; PAUSED initially, so that the cursor is moved
   * first.
   */
  private Position ahead = Position.PAUSED;

  private boolean onRow;
  private int spansStartedAtRow;
  private long keyValues;
  private long keyValuesBefore;
  private long scannedBytesBefore;

  MultiFamilyReader(SpanCursor cursor, RowView row, RequestMemory memory) {
    super(row, cursor.isReverse());
    this.cursor = cursor;
    this.firstKey = new ScratchBuffer(memory);
    this.staged = new ScratchBuffer(memory);
    this.stagedAt = new int[row.partCount()];
  }

  @Override
  public Position advance() {
    onRow = false;
    if (ahead == Position.PAUSED) {
      move();
    }
    while (ahead == Position.ROW) {
      if (readRow()) {
        onRow = true;
        return Position.ROW;
      }
    }
    scannedBytesBefore = cursor.bytesScanned();
    keyValuesBefore = keyValues;
    return ahead;
  }

  private void move() {
    boolean found = cursor.advance();
    ahead = found ? Position.ROW : cursor.paused() ? Position.PAUSED : Position.END;
  }

  /** Reads the row at whose first KV the cursor is. Returns false if it has no first family. */
  private boolean readRow() {
    scannedBytesBefore = cursor.bytesScanned() - cursor.positionBytes();
    keyValuesBefore = keyValues;
    spansStartedAtRow = cursor.spansStarted();
    copyFirstKey();
    stagedBytes = 0;
    Arrays.fill(stagedAt, NO_KEY_VALUE);
    do {
      keyValues++;
      stage(cursor.kv());
      moveWithinRow();
    } while (ahead == Position.ROW && isOfRow());
    if (stagedAt[0] == NO_KEY_VALUE) {
      return false;
    }
    show();
    return true;
  }

  private void copyFirstKey() {
    VersionCursor kv = cursor.kv();
    firstKeyLength = kv.keyLength();
    NativeMemory.copy(kv.keyAddress(), firstKey.ensure(firstKeyLength), firstKeyLength);
  }

  /** Moves to the next KV, also through pauses inside of the row. */
  private void moveWithinRow() {
    do {
      move();
    } while (ahead == Position.PAUSED && isOfRow());
  }

  private boolean isOfRow() {
    VersionCursor kv = cursor.kv();
    int rowKeyLength = firstKeyLength - KeyLayout.FAMILY_BYTES;
    return kv.keyLength() == firstKeyLength
        && NativeMemory.mismatch(kv.keyAddress(), firstKey.address(), rowKeyLength) < 0;
  }

  private void stage(VersionCursor kv) {
    long key = kv.keyAddress();
    int keyLength = kv.keyLength();
    int familyId = Byte.toUnsignedInt(NativeMemory.getByte(key + keyLength - 1));
    int part = row.columns().partOfFamily(familyId);
    if (part < 0) {
      return;
    }
    stagedAt[part] = stagedBytes;
    long end = stagedBytes + KeyValueLayout.bytes(keyLength, kv.valueLength());
    long to = staged.ensure(end) + stagedBytes;
    KeyValueLayout.write(to, key, keyLength, kv.valueAddress(), kv.valueLength());
    stagedBytes = Math.toIntExact(end);
  }

  private void show() {
    for (int part = 0; part < stagedAt.length; part++) {
      if (stagedAt[part] == NO_KEY_VALUE) {
        row.positionAbsentValue(part);
      } else {
        long keyValue = staged.address() + stagedAt[part];
        row.positionValue(
            part, KeyValueLayout.valueAddress(keyValue), KeyValueLayout.valueLength(keyValue));
      }
    }
  }

  @Override
  public void positionKey() {
    row.positionKey(firstKey.address(), firstKeyLength);
  }

  @Override
  public long rowBytes() {
    return stagedBytes;
  }

  @Override
  public long keyValueBytes() {
    return stagedBytes;
  }

  @Override
  public void copyKeyValues(long to) {
    NativeMemory.copy(staged.address(), to, stagedBytes);
  }

  @Override
  public long storedKeyAddress() {
    return firstKey.address();
  }

  @Override
  public int storedKeyLength() {
    return firstKeyLength;
  }

  @Override
  Key rowKey() {
    if (onRow) {
      int length = firstKeyLength - KeyLayout.FAMILY_BYTES;
      return Key.wrap(NativeMemory.bytes(firstKey.address(), length));
    }
    VersionCursor kv = cursor.kv();
    return Key.wrap(NativeMemory.bytes(kv.keyAddress(), kv.keyLength() - KeyLayout.FAMILY_BYTES));
  }

  @Override
  Key endOf(Key rowKey) {
    return rowKey.prefixEnd();
  }

  @Override
  List<KeySpan> remaining(Key from) {
    return cursor.remaining(onRow ? spansStartedAtRow : cursor.spansStarted(), from);
  }

  @Override
  public long scannedBytesBefore() {
    return scannedBytesBefore;
  }

  @Override
  public long scannedBytesWithRow() {
    return cursor.bytesScanned() - (ahead == Position.ROW ? cursor.positionBytes() : 0);
  }

  @Override
  public long keyValuesBefore() {
    return keyValuesBefore;
  }

  @Override
  public long keyValuesWithRow() {
    return keyValues;
  }

  @Override
  public long keysStepped() {
    return cursor.keysStepped();
  }

  @Override
  public long hiddenKeys() {
    return keysStepped() - keyValues - (ahead == Position.ROW ? 1 : 0);
  }

  @Override
  public long versionsLookedUp() {
    return cursor.versionsLookedUp();
  }

  @Override
  public void close() {
    cursor.close();
    firstKey.close();
    staged.close();
  }
}
