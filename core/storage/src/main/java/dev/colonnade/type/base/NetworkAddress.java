package dev.colonnade.type.base;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Address of a host with the prefix length of its network ({@code inet}), or a network. */
public final class NetworkAddress implements BaseValue {
  /** Bytes of an address of version 4. */
  public static final int BYTES_4 = 4;

  /** Bytes of an address of version 6. */
  public static final int BYTES_6 = 16;

  private static final int FAMILY_4 = 2;
  private static final int FAMILY_6 = 3;
  private static final int HEADER_BYTES = 4;
  private static final int WORDS = 8;

  private final BaseType type;
  private final byte[] address;
  private final int bits;

  private NetworkAddress(BaseType type, byte[] address, int bits) {
    this.type = type;
    this.address = address;
    this.bits = bits;
  }

  /** Returns an address of 4 or 16 bytes. */
  public static NetworkAddress of(BaseType type, byte[] address, int bits) {
    if ((address.length != BYTES_4 && address.length != BYTES_6)
        || bits < 0
        || bits > address.length * Byte.SIZE) {
      throw new IllegalArgumentException("bytes=" + address.length + " bits=" + bits);
    }
    return new NetworkAddress(type, address.clone(), bits);
  }

  static NetworkAddress decode(BaseType type, ByteBuffer in) {
    int family = in.get();
    int bits = Byte.toUnsignedInt(in.get());
    in.get(); // whether the sender's type is cidr
    int length = in.get();
    boolean isKnown =
        (family == FAMILY_4 && length == BYTES_4) || (family == FAMILY_6 && length == BYTES_6);
    if (!isKnown || bits > length * Byte.SIZE) {
      throw type.invalidBinary();
    }
    byte[] address = new byte[length];
    in.get(address);
    NetworkAddress value = new NetworkAddress(type, address, bits);
    if (type == BaseType.CIDR && !Arrays.equals(value.masked(), address)) {
      throw type.invalidBinary();
    }
    return value;
  }

  @Override
  public BaseType type() {
    return type;
  }

  /** Returns 4 or 6. */
  public int family() {
    return isVersion4() ? 4 : 6;
  }

  public boolean isVersion4() {
    return address.length == BYTES_4;
  }

  /** Returns the prefix length of the network. */
  public int bits() {
    return bits;
  }

  /** Returns the prefix length of a single host. */
  public int bitsMax() {
    return address.length * Byte.SIZE;
  }

  /** Returns a copy of the bytes of the address. */
  public byte[] address() {
    return address.clone();
  }

  /** Returns a copy of the bytes of the network, with zeros for the host. */
  public byte[] masked() {
    byte[] mask = mask();
    for (int i = 0; i < mask.length; i++) {
      mask[i] &= address[i];
    }
    return mask;
  }

  /** Returns the network's mask: ones for the prefix. */
  public byte[] mask() {
    byte[] mask = new byte[address.length];
    for (int i = 0; i < bits; i++) {
      mask[i / Byte.SIZE] |= (byte) (0x80 >> (i % Byte.SIZE));
    }
    return mask;
  }

  /** Returns the number of equal leading bits, at most the given number. */
  public int commonBits(NetworkAddress other, int max) {
    for (int i = 0; i < max; i++) {
      int differing =
          (address[i / Byte.SIZE] ^ other.address[i / Byte.SIZE]) & (0x80 >> (i % Byte.SIZE));
      if (differing != 0) {
        return i;
      }
    }
    return max;
  }

  @Override
  public byte[] toBytes() {
    return ByteBuffer.allocate(HEADER_BYTES + address.length)
        .put((byte) (isVersion4() ? FAMILY_4 : FAMILY_6))
        .put((byte) bits)
        .put((byte) (type == BaseType.CIDR ? 1 : 0))
        .put((byte) address.length)
        .put(address)
        .array();
  }

  /** Compares by network, then by prefix length, then by host. */
  @Override
  public int compareTo(BaseValue value) {
    NetworkAddress other = (NetworkAddress) value;
    if (address.length != other.address.length) {
      return Integer.compare(address.length, other.address.length);
    }
    int shared = Math.min(bits, other.bits);
    int common = commonBits(other, bitsMax());
    if (common < shared || bits == other.bits) {
      return Arrays.compareUnsigned(address, other.address);
    }
    return Integer.compare(bits, other.bits);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NetworkAddress value
        && type == value.type
        && bits == value.bits
        && Arrays.equals(address, value.address);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(address) + bits;
  }

  @Override
  public String toString() {
    boolean isShown = type == BaseType.CIDR || bits != bitsMax();
    return host() + (isShown ? "/" + bits : "");
  }

  /** Returns the text of the address without a prefix length. */
  public String host() {
    return isVersion4() ? dotted(0) : words();
  }

  private String dotted(int from) {
    StringBuilder out = new StringBuilder();
    for (int i = from; i < from + BYTES_4; i++) {
      out.append(i == from ? "" : ".").append(Byte.toUnsignedInt(address[i]));
    }
    return out.toString();
  }

  /** The longest run of zero words is left out; addresses of version 4 are written as such. */
  private String words() {
    int start = -1;
    int length = 1;
    for (int i = 0; i < WORDS; i++) {
      int end = i;
      while (end < WORDS && word(end) == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      if (start >= 0 && i >= start && i < start + length) {
        out.append(i == start ? ":" : "");
        continue;
      }
      out.append(i == 0 ? "" : ":");
      if (i == 6 && start == 0 && isVersion4(length)) {
        return out.append(dotted(BYTES_6 - BYTES_4)).toString();
      }
      out.append(Integer.toHexString(word(i)));
    }
    return out.append(start >= 0 && start + length == WORDS ? ":" : "").toString();
  }

  private boolean isVersion4(int zeros) {
    return zeros == 6 || (zeros == 7 && word(7) != 1) || (zeros == 5 && word(5) == 0xffff);
  }

  private int word(int i) {
    return (Byte.toUnsignedInt(address[2 * i]) << Byte.SIZE)
        | Byte.toUnsignedInt(address[2 * i + 1]);
  }
}
