package dev.colonnade.sql.function.library.base;

import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.HardwareAddress;

/** Functions and operators on addresses of network cards. */
public final class HardwareAddressFunctions {
  private static final int BITS = 48;
  private static final int HOST_BITS = 24;
  private static final int HOST_BITS_LONG = 40;

  /** Seventh bit of the first of 8 bytes. */
  private static final long LOCAL_BIT = 0x02L << 56;

  private HardwareAddressFunctions() {}

  public static HardwareAddress toLong(HardwareAddress value) {
    return value.toLong();
  }

  public static HardwareAddress toShort(HardwareAddress value) {
    return value.toShort();
  }

  public static HardwareAddress truncated(HardwareAddress value) {
    int bits = value.type() == BaseType.MACADDR ? HOST_BITS : HOST_BITS_LONG;
    return new HardwareAddress(value.type(), (value.bits() >>> bits) << bits);
  }

  public static HardwareAddress withLocalBit(HardwareAddress value) {
    return new HardwareAddress(value.type(), value.bits() | LOCAL_BIT);
  }

  public static HardwareAddress not(HardwareAddress value) {
    long bits = ~value.bits();
    return new HardwareAddress(
        value.type(), value.type() == BaseType.MACADDR ? bits & ((1L << BITS) - 1) : bits);
  }

  public static HardwareAddress and(HardwareAddress left, HardwareAddress right) {
    return new HardwareAddress(left.type(), left.bits() & right.bits());
  }

  public static HardwareAddress or(HardwareAddress left, HardwareAddress right) {
    return new HardwareAddress(left.type(), left.bits() | right.bits());
  }

  public static int compare(HardwareAddress left, HardwareAddress right) {
    return left.compareTo(right);
  }
}
