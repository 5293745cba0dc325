package dev.colonnade.sql.lexer;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Growing arrays of tokens. */
final class TokenBuffer {
  /** Bytes of a token in the arrays. */
  private static final int TOKEN_BYTES = Short.BYTES + 2 * Integer.BYTES;

  /** Maximum number of tokens for which there is space at first. */
  private static final int INITIAL_CAPACITY_MAX = 1 << 16;

  private final int countMax;
  private final LongConsumer memory;
  private short[] codes;
  private int[] starts;
  private int[] ends;
  private int count;

  /** Creates a buffer whose memory has no account. */
  TokenBuffer(int textLength) {
    this(textLength, bytes -> {});
  }

  /** Creates a buffer for the tokens of a text, none of which is empty but the last one. */
  TokenBuffer(int textLength, LongConsumer memory) {
    this.countMax = Math.max(textLength, 15) + 1;
    this.memory = requireNonNull(memory, "memory is null");
    int capacity = Math.min(16 + textLength / 5, INITIAL_CAPACITY_MAX);
    codes = new short[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
  }

  /** Ensures that a number of tokens can be added without memory. */
  void reserve(int more) {
    if (more > codes.length - count) {
      int capacity = (int) Math.min(2L * codes.length, Math.max(countMax, count + more));
      memory.accept((capacity - codes.length) * (long) TOKEN_BYTES);
      codes = Arrays.copyOf(codes, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
  }

  void add(TokenKind kind, int start, int end) {
    add(kind.code(), start, end);
  }

  /** Adds a keyword by its ordinal. */
  void addKeyword(int keyword, int start, int end) {
    add(TokenKind.KEYWORD.code() + keyword, start, end);
  }

  /** Replaces the last tokens by one. */
  void merge(int replaced, TokenKind kind, int start, int end) {
    count -= replaced;
    add(kind, start, end);
  }

  /** Adds a token by its code. */
  void add(int code, int start, int end) {
    reserve(1);
    codes[count] = (short) code;
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  int count() {
    return count;
  }

  short[] codes() {
    return codes;
  }

  int[] starts() {
    return starts;
  }

  int[] ends() {
    return ends;
  }
}
