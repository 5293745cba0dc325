package dev.colonnade.type.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.type.path.JsonPath;
import dev.colonnade.type.path.JsonPathParser;
import dev.colonnade.type.path.JsonPathPrinter;
import java.nio.ByteBuffer;

/** Path in a JSON document. Its binary form is a version (1) and the text. */
public record JsonPathText(JsonPath path) implements BaseValue {
  private static final byte VERSION = 1;

  public JsonPathText {
    requireNonNull(path, "path is null");
  }

  static JsonPathText parse(String text) {
    return new JsonPathText(JsonPathParser.parse(text));
  }

  static JsonPathText decode(ByteBuffer in) {
    if (in.get() != VERSION) {
      throw BaseType.JSONPATH.invalidBinary();
    }
    byte[] utf8 = new byte[in.remaining()];
    in.get(utf8);
    return parse(new String(utf8, UTF_8));
  }

  @Override
  public BaseType type() {
    return BaseType.JSONPATH;
  }

  @Override
  public byte[] toBytes() {
    byte[] utf8 = JsonPathPrinter.text(path).getBytes(UTF_8);
    return ByteBuffer.allocate(1 + utf8.length).put(VERSION).put(utf8).array();
  }

  @Override
  public String toString() {
    return JsonPathPrinter.text(path);
  }
}
