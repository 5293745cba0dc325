package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Cursor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Cursor over {@code ROWS} that shows tombstones in place of the values in deleted spans. */
final class DeletedRowCursor implements Cursor {
  private final Cursor rows;
  private final DeletedSpanPosition position;
  private final long readTimestamp;

  /** Tombstone of the present position. */
  private final MemorySegment tombstone = Arena.ofAuto().allocate(VersionHeader.BYTES);

  private boolean isDeleted;
  private long laterDeletes;

  /**
   * Creates a cursor.
   *
   * @param readTimestamp timestamp after which no span has deleted anything for the reader
   */
  DeletedRowCursor(Cursor rows, DeletedSpans spans, long readTimestamp) {
    this.rows = requireNonNull(rows, "rows is null");
    this.readTimestamp = readTimestamp;
    position = new DeletedSpanPosition(spans);
    tombstone.copyFrom(MemorySegment.ofArray(VersionHeader.tombstone()));
  }

  private boolean settle(boolean isValid) {
    isDeleted = false;
    if (isValid) {
      long address = rows.keyAddress();
      int length = rows.keyLength();
      long deletedAt =
          position.moveTo(address, length) ? deletedAt(address, length) : DeletedSpans.NEVER;
      if (deletedAt > readTimestamp) {
        laterDeletes++;
      } else if (deletedAt != DeletedSpans.NEVER) {
        isDeleted = true;
        NativeMemory.putLong(tombstone.address() + VersionHeader.TIMESTAMP_OFFSET, deletedAt);
      }
    }
    return isValid;
  }

  private long deletedAt(long keyAddress, int keyLength) {
    long address = rows.valueAddress();
    return rows.valueLength() < VersionHeader.BYTES || VersionHeader.isTombstone(address)
        ? DeletedSpans.NEVER
        : position.deletedAt(keyAddress, keyLength, VersionHeader.timestamp(address));
  }

  @Override
  public boolean seekToFirst() {
    return settle(rows.seekToFirst());
  }

  @Override
  public boolean seekToLast() {
    return settle(rows.seekToLast());
  }

  @Override
  public boolean seek(byte[] target, int length) {
    return settle(rows.seek(target, length));
  }

  @Override
  public boolean seek(long targetAddress, int targetLength) {
    return settle(rows.seek(targetAddress, targetLength));
  }

  @Override
  public boolean seekForPrev(byte[] target, int length) {
    return settle(rows.seekForPrev(target, length));
  }

  @Override
  public boolean seekForPrev(long targetAddress, int targetLength) {
    return settle(rows.seekForPrev(targetAddress, targetLength));
  }

  @Override
  public boolean next() {
    return settle(rows.next());
  }

  @Override
  public boolean prev() {
    return settle(rows.prev());
  }

  @Override
  public boolean valid() {
    return rows.valid();
  }

  @Override
  public long keyAddress() {
    return rows.keyAddress();
  }

  @Override
  public int keyLength() {
    return rows.keyLength();
  }

  @Override
  public Key key() {
    return rows.key();
  }

  @Override
  public long valueAddress() {
    return isDeleted ? tombstone.address() : rows.valueAddress();
  }

  @Override
  public int valueLength() {
    return isDeleted ? VersionHeader.BYTES : rows.valueLength();
  }

  @Override
  public long laterDeletes() {
    return laterDeletes;
  }

  @Override
  public void checkStatus() {
    rows.checkStatus();
  }

  @Override
  public void close() {
    rows.close();
  }
}
