package dev.colonnade.sql.function.library.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.NetworkAddress;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** Functions and operators on addresses of hosts and networks. */
public final class NetworkFunctions {
  private NetworkFunctions() {}

  /** Returns the text with the prefix length, also of a single host. */
  public static String text(NetworkAddress value) {
    return value.host() + "/" + value.bits();
  }

  public static NetworkAddress toInet(NetworkAddress value) {
    return NetworkAddress.of(BaseType.INET, value.address(), value.bits());
  }

  /** Returns the network; the bits of the host become zeros. */
  public static NetworkAddress toCidr(NetworkAddress value) {
    return NetworkAddress.of(BaseType.CIDR, value.masked(), value.bits());
  }

  public static String host(NetworkAddress value) {
    return value.host();
  }

  public static String abbreviated(NetworkAddress value) {
    return value.toString();
  }

  /** Returns the text of a network of version 4 without its octets of zeros. */
  public static String abbreviatedNetwork(NetworkAddress value) {
    if (!value.isVersion4()) {
      return value.toString();
    }
    int octets = Math.max(1, (value.bits() + Byte.SIZE - 1) / Byte.SIZE);
    String[] parts = value.host().split("\\.", -1);
    return String.join(".", Arrays.copyOf(parts, octets)) + "/" + value.bits();
  }

  public static int family(NetworkAddress value) {
    return value.family();
  }

  public static int maskLength(NetworkAddress value) {
    return value.bits();
  }

  public static NetworkAddress withMaskLength(NetworkAddress value, int bits) {
    int stated = bits == -1 ? value.bitsMax() : bits;
    if (stated < 0 || stated > value.bitsMax()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid mask length: %d".formatted(bits));
    }
    NetworkAddress changed = NetworkAddress.of(value.type(), value.address(), stated);
    return value.type() == BaseType.CIDR ? toCidr(changed) : changed;
  }

  public static NetworkAddress mask(NetworkAddress value) {
    return hostAddress(value.mask());
  }

  public static NetworkAddress hostMask(NetworkAddress value) {
    byte[] mask = value.mask();
    for (int i = 0; i < mask.length; i++) {
      mask[i] = (byte) ~mask[i];
    }
    return hostAddress(mask);
  }

  public static NetworkAddress broadcast(NetworkAddress value) {
    byte[] address = value.address();
    byte[] mask = value.mask();
    for (int i = 0; i < mask.length; i++) {
      address[i] |= (byte) ~mask[i];
    }
    return NetworkAddress.of(BaseType.INET, address, value.bits());
  }

  private static NetworkAddress hostAddress(byte[] address) {
    return NetworkAddress.of(BaseType.INET, address, address.length * Byte.SIZE);
  }

  public static boolean isSameFamily(NetworkAddress left, NetworkAddress right) {
    return left.family() == right.family();
  }

  /** Returns the smallest network that includes both. */
  public static NetworkAddress merged(NetworkAddress left, NetworkAddress right) {
    if (!isSameFamily(left, right)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "cannot merge addresses from different families");
    }
    int bits = left.commonBits(right, Math.min(left.bits(), right.bits()));
    return toCidr(NetworkAddress.of(BaseType.INET, left.address(), bits));
  }

  public static boolean isWithin(NetworkAddress inner, NetworkAddress outer) {
    return inner.bits() > outer.bits() && isWithinOrEqual(inner, outer);
  }

  public static boolean isWithinOrEqual(NetworkAddress inner, NetworkAddress outer) {
    return isSameFamily(inner, outer)
        && inner.bits() >= outer.bits()
        && inner.commonBits(outer, outer.bits()) == outer.bits();
  }

  public static boolean includes(NetworkAddress outer, NetworkAddress inner) {
    return isWithin(inner, outer);
  }

  public static boolean includesOrEquals(NetworkAddress outer, NetworkAddress inner) {
    return isWithinOrEqual(inner, outer);
  }

  public static boolean overlaps(NetworkAddress left, NetworkAddress right) {
    return isWithinOrEqual(left, right) || isWithinOrEqual(right, left);
  }

  public static int compare(NetworkAddress left, NetworkAddress right) {
    return left.compareTo(right);
  }

  public static NetworkAddress larger(NetworkAddress left, NetworkAddress right) {
    return left.compareTo(right) > 0 ? left : right;
  }

  public static NetworkAddress smaller(NetworkAddress left, NetworkAddress right) {
    return left.compareTo(right) < 0 ? left : right;
  }

  public static NetworkAddress not(NetworkAddress value) {
    byte[] address = value.address();
    for (int i = 0; i < address.length; i++) {
      address[i] = (byte) ~address[i];
    }
    return NetworkAddress.of(BaseType.INET, address, value.bits());
  }

  public static NetworkAddress and(NetworkAddress left, NetworkAddress right) {
    return combined(left, right, "AND", (a, b) -> a & b);
  }

  public static NetworkAddress or(NetworkAddress left, NetworkAddress right) {
    return combined(left, right, "OR", (a, b) -> a | b);
  }

  private static NetworkAddress combined(
      NetworkAddress left, NetworkAddress right, String name, IntBinaryOperator operator) {
    if (!isSameFamily(left, right)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "cannot %s inet values of different sizes".formatted(name));
    }
    byte[] address = left.address();
    byte[] other = right.address();
    for (int i = 0; i < address.length; i++) {
      address[i] = (byte) operator.applyAsInt(address[i], other[i]);
    }
    return NetworkAddress.of(BaseType.INET, address, Math.max(left.bits(), right.bits()));
  }

  public static NetworkAddress plus(NetworkAddress value, long distance) {
    return moved(value, BigInteger.valueOf(distance));
  }

  public static NetworkAddress plusAddress(long distance, NetworkAddress value) {
    return moved(value, BigInteger.valueOf(distance));
  }

  public static NetworkAddress minus(NetworkAddress value, long distance) {
    return moved(value, BigInteger.valueOf(-distance)); // -2^63 stays, as in PostgreSQL
  }

  public static long distance(NetworkAddress left, NetworkAddress right) {
    if (!isSameFamily(left, right)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "cannot subtract inet values of different sizes");
    }
    BigInteger distance = number(left).subtract(number(right));
    if (distance.bitLength() >= Long.SIZE) {
      throw outOfRange();
    }
    return distance.longValueExact();
  }

  private static NetworkAddress moved(NetworkAddress value, BigInteger distance) {
    BigInteger moved = number(value).add(distance);
    if (moved.signum() < 0 || moved.bitLength() > value.bitsMax()) {
      throw outOfRange();
    }
    byte[] digits = moved.toByteArray();
    byte[] address = new byte[value.bitsMax() / Byte.SIZE];
    int length = Math.min(digits.length, address.length);
    System.arraycopy(digits, digits.length - length, address, address.length - length, length);
    return NetworkAddress.of(BaseType.INET, address, value.bits());
  }

  private static BigInteger number(NetworkAddress value) {
    return new BigInteger(1, value.address());
  }

  private static ColonnadeException outOfRange() {
    return new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "result is out of range");
  }
}
