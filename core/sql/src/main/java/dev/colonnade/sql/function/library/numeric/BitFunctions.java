package dev.colonnade.sql.function.library.numeric;

import java.util.List;

/** Bitwise operators of integers. */
public final class BitFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "&(int2, int2) int2 = andShort",
          "&(int4, int4) int4 = andInt",
          "&(int8, int8) int8 = andLong",
          "|(int2, int2) int2 = orShort",
          "|(int4, int4) int4 = orInt",
          "|(int8, int8) int8 = orLong",
          "#(int2, int2) int2 = xorShort",
          "#(int4, int4) int4 = xorInt",
          "#(int8, int8) int8 = xorLong",
          "<<(int2, int4) int2 = shiftLeftShort",
          "<<(int4, int4) int4 = shiftLeftInt",
          "<<(int8, int4) int8 = shiftLeftLong",
          ">>(int2, int4) int2 = shiftRightShort",
          ">>(int4, int4) int4 = shiftRightInt",
          ">>(int8, int4) int8 = shiftRightLong",
          "~(int2) int2 = complementShort",
          "~(int4) int4 = complementInt",
          "~(int8) int8 = complementLong");

  private BitFunctions() {}

  public static short andShort(short left, short right) {
    return (short) (left & right);
  }

  public static int andInt(int left, int right) {
    return left & right;
  }

  public static long andLong(long left, long right) {
    return left & right;
  }

  public static short orShort(short left, short right) {
    return (short) (left | right);
  }

  public static int orInt(int left, int right) {
    return left | right;
  }

  public static long orLong(long left, long right) {
    return left | right;
  }

  public static short xorShort(short left, short right) {
    return (short) (left ^ right);
  }

  public static int xorInt(int left, int right) {
    return left ^ right;
  }

  public static long xorLong(long left, long right) {
    return left ^ right;
  }

  public static short shiftLeftShort(short value, int count) {
    return (short) (value << count);
  }

  public static int shiftLeftInt(int value, int count) {
    return value << count;
  }

  public static long shiftLeftLong(long value, int count) {
    return value << count;
  }

  public static short shiftRightShort(short value, int count) {
    return (short) (value >> count);
  }

  public static int shiftRightInt(int value, int count) {
    return value >> count;
  }

  public static long shiftRightLong(long value, int count) {
    return value >> count;
  }

  public static short complementShort(short value) {
    return (short) ~value;
  }

  public static int complementInt(int value) {
    return ~value;
  }

  public static long complementLong(long value) {
    return ~value;
  }
}
