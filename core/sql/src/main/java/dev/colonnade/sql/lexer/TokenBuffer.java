package dev.colonnade.sql.lexer;

import java.util.Arrays;

/** Growing arrays of tokens. */
final class TokenBuffer {
  private short[] codes;
  private int[] starts;
  private int[] ends;
  private int count;

  TokenBuffer(int textLength) {
    int capacity = 16 + textLength / 5;
    codes = new short[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
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
    if (count == codes.length) {
      int capacity = count * 2;
      codes = Arrays.copyOf(codes, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
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
