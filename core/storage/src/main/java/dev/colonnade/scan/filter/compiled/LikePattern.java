package dev.colonnade.scan.filter.compiled;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.filter.Filter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compiled LIKE pattern: tokens that are matched against the bytes of UTF-8 text. UTF-8 is
 * self-synchronizing, no character contains the bytes of another, so that only {@code _} needs
 * character boundaries.
 */
final class LikePattern {
  /** Most UTF-8 bytes of a pattern. */
  static final int BYTES_MAX = 1 << 24;

  private static final int ANY_CHARACTERS = -1;
  private static final int ONE_CHARACTER = -2;

  /** Escape at the end, which is an error only for a text that has more characters there. */
  private static final int OPEN_ESCAPE = -3;

  /** Literal bytes as 0 to 255, and the tokens above. */
  private final int[] tokens;

  /** Variant for patterns of literals and {@code %}; null for others. */
  private final @Nullable LiteralParts parts;

  private LikePattern(int[] tokens) {
    this.tokens = tokens;
    this.parts = LiteralParts.of(tokens, ANY_CHARACTERS);
  }

  /** Compiles a pattern. Throws INVALID_ARGUMENT if it is too long. */
  static LikePattern of(Filter.Like like) {
    int bytes = like.pattern().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "pattern is too long: bytes=" + bytes + " max=" + BYTES_MAX);
    }
    int[] tokens = new int[bytes];
    int count = 0;
    int[] characters = like.pattern().codePoints().toArray();
    for (int i = 0; i < characters.length; i++) {
      boolean escaped = characters[i] == like.escape();
      if (escaped && ++i == characters.length) {
        tokens[count++] = OPEN_ESCAPE;
      } else if (!escaped && characters[i] == '%') {
        tokens[count++] = ANY_CHARACTERS;
      } else if (!escaped && characters[i] == '_') {
        tokens[count++] = ONE_CHARACTER;
      } else {
        for (byte b : Character.toString(characters[i]).getBytes(StandardCharsets.UTF_8)) {
          tokens[count++] = Byte.toUnsignedInt(b);
        }
      }
    }
    return new LikePattern(Arrays.copyOf(tokens, count));
  }

  /** Returns the only matching text if the pattern has no wildcards; else null. */
  byte @Nullable [] exactText() {
    int literals = leadingLiterals();
    return literals == tokens.length ? literalBytes(literals) : null;
  }

  /** Returns the prefix of all matching texts if that is the only condition; else null. */
  byte @Nullable [] prefixOnly() {
    int literals = leadingLiterals();
    boolean isPrefix = literals == tokens.length - 1 && tokens[literals] == ANY_CHARACTERS;
    return isPrefix ? literalBytes(literals) : null;
  }

  private int leadingLiterals() {
    int count = 0;
    while (count < tokens.length && tokens[count] >= 0) {
      count++;
    }
    return count;
  }

  private byte[] literalBytes(int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(count);
    for (int i = 0; i < count; i++) {
      bytes.write(tokens[i]);
    }
    return bytes.toByteArray();
  }

  /**
   * Returns whether the text matches. On a mismatch, matching backtracks to the last {@code %}
   * only, which then matches one character more: everything before it was matched as early as
   * possible, and matching it later could not help.
   */
  boolean matches(long address, int length) {
    return parts == null ? matchesTokens(address, length) : parts.matches(address, length);
  }

  /** Variant of {@link #matches} for any pattern. */
  boolean matchesTokens(long address, int length) {
    int at = 0;
    int token = 0;
    int tokenAfterAny = -1;
    int atAfterAny = 0;
    while (at < length) {
      int wanted = token < tokens.length ? tokens[token] : Integer.MAX_VALUE;
      if (wanted == ANY_CHARACTERS) {
        tokenAfterAny = ++token;
        atAfterAny = at;
      } else if (wanted == ONE_CHARACTER) {
        at = next(address, at, length);
        token++;
      } else if (wanted == Byte.toUnsignedInt(NativeMemory.getByte(address + at))) {
        at++;
        token++;
      } else if (wanted == OPEN_ESCAPE) {
        throw new ColonnadeException(
            ErrorCode.INVALID_PATTERN, "LIKE pattern must not end with escape character");
      } else if (tokenAfterAny >= 0) {
        atAfterAny = next(address, atAfterAny, length);
        at = atAfterAny;
        token = tokenAfterAny;
      } else {
        return false;
      }
    }
    while (token < tokens.length && tokens[token] == ANY_CHARACTERS) {
      token++;
    }
    return token == tokens.length;
  }

  /**
   * Returns the offset of the character after the one at {@code at}: continuation bytes are
   * 10xxxxxx.
   */
  private static int next(long address, int at, int length) {
    int next = at + 1;
    while (next < length && (NativeMemory.getByte(address + next) & 0xC0) == 0x80) {
      next++;
    }
    return next;
  }
}
