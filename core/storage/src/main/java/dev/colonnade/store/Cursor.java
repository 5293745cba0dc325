package dev.colonnade.store;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;

/**
 * A position in an ordered map that moves forward and backward over the keys within its bounds, and
 * shows key and value where they lie.
 *
 * <p><b>Addresses are unstable.</b> What {@link #keyAddress} and {@link #valueAddress} return is
 * valid until the cursor moves or is closed. Copy what has to last.
 *
 * <p><b>Errors do not look like the end of data.</b> After a move the cursor is either {@link
 * #valid} or not; it is not valid at the end of its bounds <em>and</em> after an error. Whoever
 * comes to an invalid position calls {@link #checkStatus} before concluding that there is nothing
 * more:
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
   * Moves to the first key at or above {@code target}; from below the bounds, to the first in them.
   */
  default boolean seek(Key target) {
    byte[] bytes = target.bytes();
    return seek(bytes, bytes.length);
  }

  /** As {@link #seek(Key)}, with a target of the first {@code length} bytes of an array. */
  boolean seek(byte[] target, int length);

  /** As {@link #seek(Key)}, with a target in native memory; it may be the cursor's own key. */
  boolean seek(long targetAddress, int targetLength);

  /**
   * Moves to the last key at or below {@code target}; from above the bounds, to the last in them.
   */
  default boolean seekForPrev(Key target) {
    byte[] bytes = target.bytes();
    return seekForPrev(bytes, bytes.length);
  }

  /** As {@link #seekForPrev(Key)}, with a target of the first {@code length} bytes of an array. */
  boolean seekForPrev(byte[] target, int length);

  /**
   * As {@link #seekForPrev(Key)}, with a target in native memory; it may be the cursor's own key.
   */
  boolean seekForPrev(long targetAddress, int targetLength);

  /** Moves to the next key. */
  boolean next();

  /** Moves to the previous key. */
  boolean prev();

  /** Whether the cursor stands on a key. Costs nothing. */
  boolean valid();

  /** Where the key lies. */
  long keyAddress();

  /** Bytes of the key. */
  int keyLength();

  /** Where the value lies. */
  long valueAddress();

  /** Bytes of the value. */
  int valueLength();

  /** A copy of the key. */
  default Key key() {
    return Key.wrap(NativeMemory.bytes(keyAddress(), keyLength()));
  }

  /** A copy of the value. */
  default byte[] value() {
    return NativeMemory.bytes(valueAddress(), valueLength());
  }

  /**
   * Does nothing if the last move went well, also if it came to the end; throws a {@code
   * ColonnadeException} if it failed.
   */
  void checkStatus();

  /** Frees the cursor and what it held back. Closing twice is harmless. */
  @Override
  void close();
}
