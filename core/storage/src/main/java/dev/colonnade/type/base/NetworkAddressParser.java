package dev.colonnade.type.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Parser of addresses of hosts and networks. */
final class NetworkAddressParser {
  private static final int DIGITS_MAX = 3;
  private static final int OCTET_MAX = 255;
  private static final int WORD_DIGITS = 4;
  private static final int CLASS_E = 240;
  private static final int CLASS_D = 224;
  private static final int CLASS_C = 192;
  private static final int CLASS_B = 128;

  private NetworkAddressParser() {}

  static NetworkAddress parse(BaseType type, String text) {
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    boolean isVersion6 = text.indexOf(':') >= 0;
    byte[] address = isVersion6 ? words(host) : octets(host);
    int bitsMax = isVersion6 ? Byte.SIZE * NetworkAddress.BYTES_6 : Integer.SIZE;
    int bits = slash < 0 ? -1 : number(text.substring(slash + 1), bitsMax);
    if (address == null || (slash >= 0 && bits < 0)) {
      throw type.invalidText(text);
    }
    if (!isVersion6) {
      bits = bits(type, address, bits);
      boolean isTooLong = type == BaseType.INET && bits / Byte.SIZE > address.length;
      if (bits < 0 || isTooLong) {
        throw type.invalidText(text);
      }
      address = Arrays.copyOf(address, NetworkAddress.BYTES_4);
    }
    NetworkAddress value = NetworkAddress.of(type, address, bits < 0 ? bitsMax : bits);
    if (type == BaseType.CIDR && !Arrays.equals(value.masked(), address)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "invalid cidr value: \"%s\"".formatted(text),
          ErrorFields.NONE.withDetail("Value has bits set to right of mask."));
    }
    return value;
  }

  /** Returns the prefix length; -1 if none is stated and the octets do not imply one. */
  private static int bits(BaseType type, byte[] octets, int stated) {
    if (stated >= 0) {
      return stated;
    }
    if (type == BaseType.INET) {
      return octets.length == NetworkAddress.BYTES_4 ? Integer.SIZE : -1;
    }
    int first = Byte.toUnsignedInt(octets[0]);
    int ofClass =
        first >= CLASS_E
            ? 32
            : first >= CLASS_D ? 8 : first >= CLASS_C ? 24 : first >= CLASS_B ? 16 : 8;
    int bits = Math.max(ofClass, octets.length * Byte.SIZE);
    return bits == Byte.SIZE && first == CLASS_D ? 4 : bits;
  }

  /** Returns 1 to 4 octets; null if the text has another form. */
  private static byte @Nullable [] octets(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length > NetworkAddress.BYTES_4) {
      return null;
    }
    byte[] octets = new byte[parts.length];
    for (int i = 0; i < parts.length; i++) {
      int octet = number(parts[i], OCTET_MAX);
      if (octet < 0) {
        return null;
      }
      octets[i] = (byte) octet;
    }
    return octets;
  }

  /** Returns 16 bytes; null if the text has another form. */
  private static byte @Nullable [] words(String text) {
    int gap = text.indexOf("::");
    byte[] head = list(gap < 0 ? text : text.substring(0, gap));
    byte[] tail = gap < 0 ? new byte[0] : list(text.substring(gap + 2));
    if (head == null || tail == null) {
      return null;
    }
    int length = head.length + tail.length;
    boolean isWhole = gap < 0 ? length == NetworkAddress.BYTES_6 : length < NetworkAddress.BYTES_6;
    if (!isWhole) {
      return null;
    }
    byte[] address = Arrays.copyOf(head, NetworkAddress.BYTES_6);
    System.arraycopy(tail, 0, address, NetworkAddress.BYTES_6 - tail.length, tail.length);
    return address;
  }

  /** Returns the bytes of words with colons between them, the last of which may be octets. */
  private static byte @Nullable [] list(String text) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] parts = text.split(":", -1);
    byte[] bytes = new byte[0];
    for (int i = 0; i < parts.length; i++) {
      boolean isOctets = i == parts.length - 1 && parts[i].indexOf('.') >= 0;
      byte[] more = isOctets ? octets(parts[i]) : word(parts[i]);
      if (more == null || (isOctets && more.length != NetworkAddress.BYTES_4)) {
        return null;
      }
      int length = bytes.length;
      if (length + more.length > NetworkAddress.BYTES_6) {
        return null;
      }
      bytes = Arrays.copyOf(bytes, length + more.length);
      System.arraycopy(more, 0, bytes, length, more.length);
    }
    return bytes;
  }

  private static byte @Nullable [] word(String text) {
    boolean isWord =
        !text.isEmpty()
            && text.length() <= WORD_DIGITS
            && text.chars().allMatch(digit -> Character.digit(digit, 16) >= 0 && digit < 0x80);
    if (!isWord) {
      return null;
    }
    int word = Integer.parseInt(text, 16);
    return new byte[] {(byte) (word >> Byte.SIZE), (byte) word};
  }

  /** Returns a decimal number; -1 if the text is none or the number is too large. */
  private static int number(String text, int max) {
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= DIGITS_MAX
            && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    int number = isNumber ? Integer.parseInt(text) : -1;
    return number > max ? -1 : number;
  }
}
