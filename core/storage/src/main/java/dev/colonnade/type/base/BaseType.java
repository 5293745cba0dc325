package dev.colonnade.type.base;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.BiFunction;

/** Base type: its names and the functions that read values from text and from the binary form. */
public enum BaseType {
  MONEY(1, 8, (_, text) -> Money.parse(text), (_, in) -> new Money(in.getLong())),
  INET(2, -1, NetworkAddressParser::parse, NetworkAddress::decode),
  CIDR(3, -1, NetworkAddressParser::parse, NetworkAddress::decode),
  MACADDR(4, 6, HardwareAddress::parse, HardwareAddress::decode),
  MACADDR8(5, 8, HardwareAddress::parse, HardwareAddress::decode),
  POINT(6, 16, GeometryParser::parse, Geometry::decode),
  LINE(7, 24, GeometryParser::parse, Geometry::decode),
  LSEG(8, 32, GeometryParser::parse, Geometry::decode),
  BOX(9, 32, GeometryParser::parse, Geometry::decode),
  PATH(10, -1, GeometryParser::parse, Geometry::decode),
  POLYGON(11, -1, GeometryParser::parse, Geometry::decode),
  CIRCLE(12, 24, GeometryParser::parse, Geometry::decode),
  XML(13, -1, (_, text) -> XmlText.parse(text), (_, in) -> XmlText.decode(in)),
  JSONPATH(14, -1, (_, text) -> JsonPathText.parse(text), (_, in) -> JsonPathText.decode(in));

  private final int code;
  private final int size;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final BiFunction<BaseType, String, BaseValue> parser;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final BiFunction<BaseType, ByteBuffer, BaseValue> decoder;

  BaseType(
      int code,
      int size,
      BiFunction<BaseType, String, BaseValue> parser,
      BiFunction<BaseType, ByteBuffer, BaseValue> decoder) {
    this.code = code;
    this.size = size;
    this.parser = requireNonNull(parser, "parser is null");
    this.decoder = requireNonNull(decoder, "decoder is null");
  }

  /** Returns the number of the type in catalog records, which never changes. */
  public int code() {
    return code;
  }

  /** Returns the type of a number; throws if there is none. */
  public static BaseType ofCode(int code) {
    for (BaseType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new ColonnadeException(ErrorCode.STORE_CORRUPT, "unknown base type: code=" + code);
  }

  /** Returns the length of the binary form in bytes; -1 if it varies. */
  public int size() {
    return size;
  }

  /** Returns whether values have an order in SQL, which geometric ones, XML and paths have not. */
  public boolean isOrdered() {
    return compareTo(POINT) < 0;
  }

  /** Returns the name of the type in SQL. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the character between the elements of the text of an array. */
  public char delimiter() {
    return this == BOX ? ';' : ',';
  }

  /** Returns the value of a text; throws 22P02 if it is none. */
  public BaseValue parse(String text) {
    return parser.apply(this, text);
  }

  /** Returns the value of a binary form; throws 22P03 if it is none. */
  public BaseValue decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      BaseValue value = decoder.apply(this, in);
      if (in.hasRemaining()) {
        throw invalidBinary();
      }
      return value;
    } catch (BufferUnderflowException e) {
      throw invalidBinary();
    }
  }

  ColonnadeException invalidBinary() {
    return new ColonnadeException(
        ErrorCode.INVALID_BINARY_REPRESENTATION,
        "invalid external \"%s\" value".formatted(sqlName()));
  }

  ColonnadeException invalidText(String text) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type %s: \"%s\"".formatted(sqlName(), text));
  }
}
