package dev.colonnade.sql.function.library.text;

import dev.colonnade.sql.function.interrupt.Interruption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * PostgreSQL's hash functions of texts and integers: Jenkins's {@code lookup3} with PostgreSQL's
 * initial value, in the byte order of x86. Applications compute keys of advisory locks with them.
 */
public final class HashFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "hashtext(text) integer",
          "hashtextextended(text, bigint) bigint",
          "hashint4(integer) integer",
          "hashint8(bigint) integer");

  private static final int INITIAL = 0x9e3779b9 + 3923095;
  private static final int BLOCK = 12;
  private static final int PIECE_BLOCKS = 65_536;

  private int a;
  private int b;
  private int c;

  private HashFunctions(int length) {
    a = INITIAL + length;
    b = a;
    c = a;
  }

  public static int hashtext(String value) {
    HashFunctions state = of(value, 0);
    return state.c;
  }

  public static long hashtextextended(String value, long seed) {
    HashFunctions state = of(value, seed);
    return ((long) state.b << Integer.SIZE) | Integer.toUnsignedLong(state.c);
  }

  public static int hashint4(int value) {
    HashFunctions state = new HashFunctions(Integer.BYTES);
    state.a += value;
    state.finish();
    return state.c;
  }

  /** Returns a hash that equals that of an equal integer of 32 bits. */
  public static int hashint8(long value) {
    int high = (int) (value >> Integer.SIZE);
    return hashint4((int) value ^ (value >= 0 ? high : ~high));
  }

  private static HashFunctions of(String value, long seed) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    HashFunctions state = new HashFunctions(bytes.length);
    if (seed != 0) {
      state.a += (int) (seed >> Integer.SIZE);
      state.b += (int) seed;
      state.mix();
    }
    state.addAll(bytes);
    state.finish();
    return state;
  }

  private void addAll(byte[] bytes) {
    ByteBuffer rest = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int blocks = 1; rest.remaining() >= BLOCK; blocks++) {
      if (blocks % PIECE_BLOCKS == 0) {
        Interruption.check();
      }
      a += rest.getInt();
      b += rest.getInt();
      c += rest.getInt();
      mix();
    }
    a += word(rest, Integer.BYTES);
    b += word(rest, Integer.BYTES);
    c += word(rest, Integer.BYTES - 1) << Byte.SIZE; // the lowest byte has the length
  }

  /** Returns the next bytes as an integer, the first one lowest; zeros beyond the end. */
  private static int word(ByteBuffer bytes, int count) {
    int word = 0;
    for (int i = 0; i < count && bytes.hasRemaining(); i++) {
      word |= (bytes.get() & 0xFF) << (i * Byte.SIZE);
    }
    return word;
  }

  private void mix() {
    a = (a - c) ^ Integer.rotateLeft(c, 4);
    c += b;
    b = (b - a) ^ Integer.rotateLeft(a, 6);
    a += c;
    c = (c - b) ^ Integer.rotateLeft(b, 8);
    b += a;
    a = (a - c) ^ Integer.rotateLeft(c, 16);
    c += b;
    b = (b - a) ^ Integer.rotateLeft(a, 19);
    a += c;
    c = (c - b) ^ Integer.rotateLeft(b, 4);
    b += a;
  }

  private void finish() {
    c = (c ^ b) - Integer.rotateLeft(b, 14);
    a = (a ^ c) - Integer.rotateLeft(c, 11);
    b = (b ^ a) - Integer.rotateLeft(a, 25);
    c = (c ^ b) - Integer.rotateLeft(b, 16);
    a = (a ^ c) - Integer.rotateLeft(c, 4);
    b = (b ^ a) - Integer.rotateLeft(a, 14);
    c = (c ^ b) - Integer.rotateLeft(b, 24);
  }
}
