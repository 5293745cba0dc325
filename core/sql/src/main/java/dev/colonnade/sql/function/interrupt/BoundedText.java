package dev.colonnade.sql.function.interrupt;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Builder of a text that is a function's result: its length is limited, and building it can be
 * canceled. One thread.
 */
public final class BoundedText {
  /** Maximum length of a text or binary value that a function returns, in characters or bytes. */
  public static final int LENGTH_MAX = 256 * 1024 * 1024;

  /** Number of characters that are appended between two checks. */
  private static final int PIECE = 1 << 18;

  private final StringBuilder out;
  private int appends;

  public BoundedText() {
    out = new StringBuilder();
  }

  /** Creates an empty text whose expected length is {@code capacity}. */
  public BoundedText(int capacity) {
    requireLength(capacity);
    out = new StringBuilder(capacity);
  }

  /** Throws LIMIT_EXCEEDED before a value is built that is too long. */
  public static void requireLength(long length) {
    if (length > LENGTH_MAX) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "requested length too large");
    }
  }

  public int length() {
    return out.length();
  }

  public BoundedText append(char letter) {
    reserve(1);
    out.append(letter);
    return this;
  }

  public BoundedText appendCodePoint(int letter) {
    reserve(2);
    out.appendCodePoint(letter);
    return this;
  }

  public BoundedText append(String text) {
    return append(text, 0, text.length());
  }

  /** Appends a part of a text. */
  public BoundedText append(String text, int from, int to) {
    reserve(to - from);
    for (int at = from; at < to; at += PIECE) {
      if (at > from) {
        Interruption.check();
      }
      out.append(text, at, Math.min(to, at + PIECE));
    }
    return this;
  }

  /** Appends a text so many times. */
  public BoundedText append(String text, long count) {
    long left = count * text.length();
    reserve(left);
    if (left == 0) {
      return this;
    }
    String piece = text.repeat((int) Math.min(count, 1 + PIECE / text.length()));
    // The first piece determines the width of the letters; the capacity for the others is reserved
    // once.
    out.append(piece, 0, (int) Math.min(left, piece.length()));
    left -= piece.length();
    out.ensureCapacity(Math.toIntExact(out.length() + Math.max(0, left)));
    for (; left > 0; left -= piece.length()) {
      Interruption.check();
      out.append(piece, 0, (int) Math.min(left, piece.length()));
    }
    return this;
  }

  private void reserve(long count) {
    Interruption.check(++appends);
    requireLength(out.length() + count);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
