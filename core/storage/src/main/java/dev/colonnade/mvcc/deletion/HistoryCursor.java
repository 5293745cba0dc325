package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;

/**
 * Cursor over {@code HISTORY} that includes the values in deleted spans. An entry that is in both
 * inputs, because the history was opened after the rows, is shown once.
 *
 * <p>A move that fails throws.
 */
final class HistoryCursor implements Cursor {
  private enum Direction {
    FORWARD,
    BACKWARD
  }

  private final Cursor history;
  private final DeletedVersions deleted;
  private Direction direction = Direction.FORWARD;

  /** True if the present position is that of {@link #history}. */
  private boolean isInHistory;

  /** True if the present position is that of {@link #deleted}. */
  private boolean isInDeleted;

  HistoryCursor(Cursor history, DeletedVersions deleted) {
    this.history = requireNonNull(history, "history is null");
    this.deleted = requireNonNull(deleted, "deleted is null");
  }

  @Override
  public boolean seekToFirst() {
    history.seekToFirst();
    deleted.seekToFirst();
    return settle(Direction.FORWARD);
  }

  @Override
  public boolean seekToLast() {
    history.seekToLast();
    deleted.seekToLast();
    return settle(Direction.BACKWARD);
  }

  @Override
  public boolean seek(byte[] target, int length) {
    history.seek(target, length);
    deleted.seek(target, length);
    return settle(Direction.FORWARD);
  }

  @Override
  public boolean seek(long targetAddress, int targetLength) {
    byte[] target = NativeMemory.bytes(targetAddress, targetLength);
    return seek(target, targetLength);
  }

  @Override
  public boolean seekForPrev(byte[] target, int length) {
    history.seekForPrev(target, length);
    deleted.seekForPrev(target, length);
    return settle(Direction.BACKWARD);
  }

  @Override
  public boolean seekForPrev(long targetAddress, int targetLength) {
    byte[] target = NativeMemory.bytes(targetAddress, targetLength);
    return seekForPrev(target, targetLength);
  }

  @Override
  public boolean next() {
    requireValid();
    if (direction == Direction.BACKWARD) {
      byte[] present = NativeMemory.bytes(keyAddress(), keyLength());
      seek(present, present.length); // both are at or above the present position again
    }
    if (isInHistory) {
      history.next();
    }
    if (isInDeleted) {
      deleted.next();
    }
    return settle(Direction.FORWARD);
  }

  @Override
  public boolean prev() {
    requireValid();
    if (direction == Direction.FORWARD) {
      byte[] present = NativeMemory.bytes(keyAddress(), keyLength());
      seekForPrev(present, present.length);
    }
    if (isInHistory) {
      history.prev();
    }
    if (isInDeleted) {
      deleted.prev();
    }
    return settle(Direction.BACKWARD);
  }

  private void requireValid() {
    if (!valid()) {
      throw new IllegalStateException("move from an invalid position");
    }
  }

  /** Selects the input of the next position in a direction. */
  private boolean settle(Direction moved) {
    direction = moved;
    isInHistory = history.valid();
    if (!isInHistory) {
      history.checkStatus();
    }
    isInDeleted =
        moved == Direction.FORWARD ? deleted.settle(isInHistory ? history : null) : deleted.valid();
    if (isInHistory && isInDeleted) {
      int order =
          NativeMemory.compareUnsigned(
              history.keyAddress(), history.keyLength(), deleted.keyAddress(), deleted.keyLength());
      isInHistory = moved == Direction.FORWARD ? order <= 0 : order >= 0;
      isInDeleted = moved == Direction.FORWARD ? order >= 0 : order <= 0;
    }
    return valid();
  }

  @Override
  public boolean valid() {
    return isInHistory || isInDeleted;
  }

  @Override
  public long keyAddress() {
    return isInHistory ? history.keyAddress() : deleted.keyAddress();
  }

  @Override
  public int keyLength() {
    return isInHistory ? history.keyLength() : deleted.keyLength();
  }

  @Override
  public long valueAddress() {
    return isInHistory ? history.valueAddress() : deleted.valueAddress();
  }

  @Override
  public int valueLength() {
    return isInHistory ? history.valueLength() : deleted.valueLength();
  }

  @Override
  public void checkStatus() {
    history.checkStatus();
    deleted.checkStatus();
  }

  @Override
  public void close() {
    isInHistory = false;
    isInDeleted = false;
    history.close();
    deleted.close();
  }
}
