package dev.colonnade.type.base;

import java.util.Arrays;

/** Immutable value of a base type. Its text, as PostgreSQL writes it, is that of toString. */
public sealed interface BaseValue extends Comparable<BaseValue>
    permits Geometry, HardwareAddress, JsonPathText, Money, NetworkAddress, XmlText {
  /** Returns the type. */
  BaseType type();

  /** Returns the binary form, which is equal for equal values only. */
  byte[] toBytes();

  /** Returns the binary form that clients receive. */
  default byte[] send() {
    return toBytes();
  }

  /**
   * Compares two values of one type. The order of geometric types and of XML has no meaning in SQL.
   */
  @Override
  default int compareTo(BaseValue other) {
    return Arrays.compareUnsigned(toBytes(), other.toBytes());
  }
}
