package dev.colonnade.store;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;

/**
 * Bidirectional iterator over the keys of an ordered map within bounds, with access to key and
 * value in place.
 *
 * <p><b>Addresses are unstable.</b> The results of {@link #keyAddress} and {@link #valueAddress}
 * are valid until the cursor moves or is closed. Callers copy bytes that they need longer.
 *
 * <p><b>Errors must not be mistaken for the end of data.</b> After a move the cursor is either
 * {@link #valid} or not; it is not valid at the end of its bounds <em>and</em> after an error. At
 * an invalid position, the caller calls {@link #checkStatus} before it concludes that there are no
 * more keys:
 *
 * <pre>{@code
 * for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
 *   use(cursor.keyAddress(), cursor.keyLength(), cursor.valueAddress(), cursor.valueLength());
 * }
 * cursor.checkStatus();
 * }</pre>
 *
 * <p>Not safe for concurrent use: one thread at a time. Moving from, or reading at, an invalid
 * position is an {@code IllegalStateException}, and so is any use after {@link #close}.
 */
public interface Cursor extends AutoCloseable {

  /** Moves to the first key within the bounds. Returns {@link #valid}, as all moves do. */
  boolean seekToFirst();

  /** Moves to the last key within the bounds. */
  boolean seekToLast();

  /**
   * Moves to the first key at or above {@code target}; to the first key within the bounds if the
   * target is below them.
   */
  default boolean seek(Key target) {
    byte[] bytes = target.bytes();
    return seek(bytes, bytes.length);
  }

  /** Variant of {@link #seek(Key)} for a target in the first {@code length} bytes of an array. */
  boolean seek(byte[] target, int length);

  /**
   * Variant of {@link #seek(Key)} for a target in native memory; it may be the cursor's own key.
   */
  boolean seek(long targetAddress, int targetLength);

  /**
   * Moves to the last key at or below {@code target}; to the last key within the bounds if the
   * target is above them.
   */
  default boolean seekForPrev(Key target) {
    byte[] bytes = target.bytes();
    return seekForPrev(bytes, bytes.length);
  }

  /**
   * Variant of {@link #seekForPrev(Key)} for a target in the first {@code length} bytes of an
   * array.
   */
  boolean seekForPrev(byte[] target, int length);

  /**
   * Variant of {@link #seekForPrev(Key)} for a target in native memory; it may be the cursor's own
   * key.
   */
  boolean seekForPrev(long targetAddress, int targetLength);

  /** Moves to the next key. */
  boolean next();

  /** Moves to the previous key. */
  boolean prev();

  /** Returns whether the cursor is positioned on a key. Costs nothing. */
  boolean valid();

  /** Returns the address of the key. */
  long keyAddress();

  /** Returns the number of bytes of the key. */
  int keyLength();

  /** Returns the address of the value. */
  long valueAddress();

  /** Returns the number of bytes of the value. */
  int valueLength();

  /** Returns a copy of the key. */
  default Key key() {
    return Key.wrap(NativeMemory.bytes(keyAddress(), keyLength()));
  }

  /** Returns a copy of the value. */
  default byte[] value() {
    return NativeMemory.bytes(valueAddress(), valueLength());
  }

  /**
   * Returns at how many positions, since the cursor was opened, a value was deleted after the
   * timestamp of its {@linkplain StoreReader#asOf reader}.
   */
  default long laterDeletes() {
    return 0;
  }

  /**
   * Throws a {@code ColonnadeException} if the last move failed; does nothing if it succeeded or
   * reached the end.
   */
  void checkStatus();

  /** Frees the cursor and the versions that it pins. Idempotent. */
  @Override
  void close();
}
